// The files of the pages that ForceLab writes and serves, as parts of the program.

#pragma once

/// A file in `Sources/Pages`.
typedef enum __attribute__((enum_extensibility(closed))) {
  ForceLabPageFileReportTemplate,
  ForceLabPageFileScoreboardTemplate,
  ForceLabPageFileConfigurationsTemplate,
  ForceLabPageFilePlayerTemplate,
  ForceLabPageFileSummaryTemplate,
  ForceLabPageFileRecommendations,
  ForceLabPageFileReportStyle,
  ForceLabPageFileReportScript,
  ForceLabPageFileThumbnailScript,
  ForceLabPageFilePlayerScript,
  ForceLabPageFilePainterScript,
  ForceLabPageFileDrawingScript,
  ForceLabPageFileChartLibrary,
  ForceLabPageFileChartScript,
  ForceLabPageFileChartFrame,
  ForceLabPageFileLinesChart,
  ForceLabPageFilePointsChart,
  ForceLabPageFileRowsChart,
  ForceLabPageFileCellsChart,
  ForceLabPageFileRanksChart,
  ForceLabPageFileParallelChart,
  ForceLabPageFileLivePage,
  ForceLabPageFileLiveStyle,
  ForceLabPageFileLiveControlScript,
  ForceLabPageFileLiveScript,
} ForceLabPageFile __attribute__((swift_name("PageFile")));

/// The text in UTF-8. A zero byte ends it.
const char *_Nonnull ForceLabPageFileBytes(ForceLabPageFile file)
    __attribute__((swift_name("getter:PageFile.bytes(self:)")));
