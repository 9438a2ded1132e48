/* Graphviz for ForceLab, as an example of an engine in C. The protocol: Documentation/Engines.md.
   Build: cc -O2 -o graphviz-engine graphviz_engine.c $(pkg-config --cflags --libs libgvc libcgraph) */

#include <gvc.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Messages go here. What the library prints on standard output must not get between them. */
static FILE *channel;

static void answer(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vfprintf(channel, format, values);
  va_end(values);
  fflush(channel);
}

/* The value after "key": in a line of JSON; NULL if there is none. */
static const char *value(const char *line, const char *key) {
  char quoted[64];
  snprintf(quoted, sizeof quoted, "\"%s\":", key);
  const char *place = strstr(line, quoted);
  return place ? place + strlen(quoted) : NULL;
}

static long long number(const char *line, const char *key, long long otherwise) {
  const char *text = value(line, key);
  return text ? strtoll(text, NULL, 10) : otherwise;
}

static void *take(size_t size) {
  void *bytes = malloc(size ? size : 1);
  if (!bytes || (size && fread(bytes, size, 1, stdin) != 1)) exit(0);
  return bytes;
}

static int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static long long node_count, edge_count;
static uint32_t *ends;

static void lay_out(GVC_t *context, const char *line) {
  double *positions = take(8 * (size_t)(node_count * number(line, "dimensions", 2)));
  if (number(line, "dimensions", 2) != 2) {
    free(positions);
    answer("{\"type\":\"error\",\"message\":\"graphviz has two dimensions only here\"}\n");
    return;
  }
  const char *layout = value(line, "layout");
  const char *names[] = {"sfdp", "neato", "fdp"}, *name = NULL;
  for (int i = 0; i < 3; i++)
    if (layout && !strncmp(layout + 1, names[i], strlen(names[i]))) name = names[i];
  Agraph_t *graph = agopen("g", Agundirected, NULL);
  Agnode_t **nodes = malloc(sizeof *nodes * (size_t)(node_count + 1));
  for (long long i = 0; i < node_count; i++) {
    char label[24];
    snprintf(label, sizeof label, "%lld", i);
    nodes[i] = agnode(graph, label, 1);
  }
  for (long long i = 0; i < edge_count; i++)
    agedge(graph, nodes[ends[2 * i]], nodes[ends[2 * i + 1]], NULL, 1);
  char text[24];
  snprintf(text, sizeof text, "%lld", number(line, "seed", 0) % 2147483647);
  agattr(graph, AGRAPH, "start", text);
  agattr(graph, AGRAPH, "splines", "none");
  char overlap[24] = "true";
  if (value(line, "overlap")) sscanf(value(line, "overlap"), "\"%23[^\"]\"", overlap);
  agattr(graph, AGRAPH, "overlap", overlap);
  long long iterations = number(line, "iterations", 0);
  if (iterations > 0) {
    snprintf(text, sizeof text, "%lld", iterations);
    agattr(graph, AGRAPH, "maxiter", text);
  }
  /* sfdp draws random numbers before it reads `start`. */
  srand((unsigned)number(line, "seed", 0));
  srand48(number(line, "seed", 0));
  int64_t start = nanoseconds();
  int failed = !name || gvLayout(context, graph, name);
  int64_t elapsed = nanoseconds() - start;
  if (failed) {
    answer("{\"type\":\"error\",\"message\":\"graphviz found no layout\"}\n");
  } else {
    for (long long i = 0; i < node_count; i++) {
      positions[2 * i] = ND_coord(nodes[i]).x;
      positions[2 * i + 1] = ND_coord(nodes[i]).y;
    }
    answer(
        "{\"type\":\"layout\",\"layout_ns\":%lld,\"nodes\":%lld,\"dimensions\":2}\n",
        (long long)elapsed, node_count);
    fwrite(positions, 16, (size_t)node_count, channel);
    fflush(channel);
    gvFreeLayout(context, graph);
  }
  agclose(graph);
  free(nodes);
  free(positions);
}

int main(void) {
  channel = fdopen(dup(1), "w");
  dup2(2, 1);
  GVC_t *context = gvContext();
  char *line = NULL;
  size_t capacity = 0;
  while (getline(&line, &capacity, stdin) > 0) {
    const char *type = value(line, "type");
    if (type && !strncmp(type, "\"hello\"", 7)) {
      answer(
          "{\"type\":\"hello\",\"name\":\"Graphviz\",\"version\":\"%s\",\"threads\":false}\n",
          gvcVersion(context));
    } else if (type && !strncmp(type, "\"graph\"", 7)) {
      node_count = number(line, "nodes", 0);
      edge_count = number(line, "edges", 0);
      free(ends);
      ends = take(8 * (size_t)edge_count);
      if (value(line, "weights") && !strncmp(value(line, "weights"), "true", 4))
        free(take(8 * (size_t)edge_count));
      answer("{\"type\":\"graph\"}\n");
    } else if (type && !strncmp(type, "\"layout\"", 8)) {
      lay_out(context, line);
    } else {
      answer("{\"type\":\"error\",\"message\":\"unknown message\"}\n");
    }
  }
  return 0;
}
