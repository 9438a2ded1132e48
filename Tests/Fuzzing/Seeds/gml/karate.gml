graph
[
  node
  [
    id -1
  ]
  node
  [
    id 2
    label "two"
    group 7
  ]
  edge
  [
    target 2
    source -1
    weight +1.0
  ]
]
