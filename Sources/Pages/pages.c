// Arrays of numbers in Swift, as SwiftPM writes for `.embedInCode`, would take half a minute to compile.

#include "pages.h"

#ifndef __has_embed
#error "ForceLab needs Swift 6.2 or later, whose C compiler has #embed"
#endif

static const unsigned char *const texts[] = {
    [ForceLabPageFileReportTemplate] =
        (const unsigned char[]){
#embed "Report/report.mustache"
            , 0},
    [ForceLabPageFileScoreboardTemplate] =
        (const unsigned char[]){
#embed "Report/scoreboard.mustache"
            , 0},
    [ForceLabPageFileConfigurationsTemplate] =
        (const unsigned char[]){
#embed "Report/configurations.mustache"
            , 0},
    [ForceLabPageFilePlayerTemplate] =
        (const unsigned char[]){
#embed "Report/player.mustache"
            , 0},
    [ForceLabPageFileSummaryTemplate] =
        (const unsigned char[]){
#embed "Report/summary.mustache"
            , 0},
    [ForceLabPageFileRecommendations] =
        (const unsigned char[]){
#embed "../../Results/recommendations/recommendations.csv"
            , 0},
    [ForceLabPageFileReportStyle] =
        (const unsigned char[]){
#embed "Report/report.css"
            , 0},
    [ForceLabPageFileReportScript] =
        (const unsigned char[]){
#embed "Report/report.js"
            , 0},
    [ForceLabPageFileThumbnailScript] =
        (const unsigned char[]){
#embed "Report/thumbnails.js"
            , 0},
    [ForceLabPageFilePlayerScript] =
        (const unsigned char[]){
#embed "Report/player.js"
            , 0},
    [ForceLabPageFilePainterScript] =
        (const unsigned char[]){
#embed "Report/painters.js"
            , 0},
    [ForceLabPageFileDrawingScript] =
        (const unsigned char[]){
#embed "Report/drawing.js"
            , 0},
    [ForceLabPageFileChartLibrary] =
        (const unsigned char[]){
#embed "Vega/vega.js"
            , 0},
    [ForceLabPageFileChartScript] =
        (const unsigned char[]){
#embed "Report/charts.js"
            , 0},
    [ForceLabPageFileChartFrame] =
        (const unsigned char[]){
#embed "Charts/frame.json"
            , 0},
    [ForceLabPageFileLinesChart] =
        (const unsigned char[]){
#embed "Charts/lines.json"
            , 0},
    [ForceLabPageFilePointsChart] =
        (const unsigned char[]){
#embed "Charts/points.json"
            , 0},
    [ForceLabPageFileRowsChart] =
        (const unsigned char[]){
#embed "Charts/rows.json"
            , 0},
    [ForceLabPageFileCellsChart] =
        (const unsigned char[]){
#embed "Charts/cells.json"
            , 0},
    [ForceLabPageFileRanksChart] =
        (const unsigned char[]){
#embed "Charts/ranks.json"
            , 0},
    [ForceLabPageFileParallelChart] =
        (const unsigned char[]){
#embed "Charts/parallel.json"
            , 0},
    [ForceLabPageFileLivePage] =
        (const unsigned char[]){
#embed "Live/live.html"
            , 0},
    [ForceLabPageFileLiveStyle] =
        (const unsigned char[]){
#embed "Live/live.css"
            , 0},
    [ForceLabPageFileLiveControlScript] =
        (const unsigned char[]){
#embed "Live/controls.js"
            , 0},
    [ForceLabPageFileLiveScript] =
        (const unsigned char[]){
#embed "Live/live.js"
            , 0},
};

const char *ForceLabPageFileBytes(ForceLabPageFile file) { return (const char *)texts[file]; }
