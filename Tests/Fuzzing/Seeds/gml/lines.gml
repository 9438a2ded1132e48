Version 1
graph [
directed 1
node [ id 0 name "a &amp; b" ]
node [ id 1 name "c" ]
node [ id 2 name "d" ]
edge [ source 0 target 1 ]
edge [ source 1 target 0 ]
edge [ source 2 target 2 ]
edge [ source 2 target 0 label "x
y" ]
]
