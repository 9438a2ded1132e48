graph [
  node [ id 0 graphics [ x 0 y 0 ] ]
  node [ id 1 graphics [ x 2.5 y -1 ] ]
  edge [ source 0 target 1 graphics [ type "line" Line [ point [ x 0 y 0 ] point [ x 1 y 3e0 ] point [ x 2.5 y -1 ] ] ] ]
]
