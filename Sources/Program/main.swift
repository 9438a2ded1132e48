import ForceLabKit

Lab.main(.standard)
