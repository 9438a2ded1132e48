Graph [ Directed 0
Node [ ID 01 Label "&eacute;&Omega;&#x2122;" Size 3 ]
Node [ Id +2 Size 4 ]
Edge [ Source 1 Target 02 Value "text" Length 2 ]
]
