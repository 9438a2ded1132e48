import HostileStudy
import Workbench

// What the runner of a test starts, as `forcelab run` starts `forcelab worker`.
Worker.serve(.hostile)
