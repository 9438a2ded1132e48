import ForceLabHostileStudy
import ForceLabWorkbench

// What the runner of a test starts, as `forcelab run` starts `forcelab worker`.
Worker.serve(.hostile)
