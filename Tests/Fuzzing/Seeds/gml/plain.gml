Creator "é"
graph [ directed 0 # c
  node [ id 1 label "A &#233;" size 3 graphics [ x 1.5 ] ] node [ id 2 value "g" size -2.5E1 ]
  edge [ source 1 target 2 value 3.5 length 4 ] ]
