import Foundation

/// Compressed files, made by zlib 1.3 and Python's tarfile.
enum PackedFiles {
  /// A Matrix Market file of a ring, as SuiteSparse writes them.
  static let ring = """
    %%MatrixMarket matrix coordinate pattern symmetric
    %----------
    % UF Sparse Matrix Collection, Tim Davis
    % name: Test/ring_5
    %----------
    5 5 5
    2 1
    3 2
    4 3
    5 4
    5 1

    """

  /// `ring` without compression.
  static let stored = bytes(
    "H4sIAAAAAAAEAwGiAF3/JSVNYXRyaXhNYXJrZXQgbWF0cml4IGNvb3JkaW5hdGUgcGF0dGVybiBzeW1tZXRyaWMK"
      + "JS0tLS0tLS0tLS0KJSBVRiBTcGFyc2UgTWF0cml4IENvbGxlY3Rpb24sIFRpbSBEYXZpcwolIG5hbWU6IFRlc3Qv"
      + "cmluZ181CiUtLS0tLS0tLS0tCjUgNSA1CjIgMQozIDIKNCAzCjUgNAo1IDEKb9WeoKIAAAA=")

  /// `ring` with the fixed code.
  static let fixed = bytes(
    "H4sIAAAAAAACA1NV9U0sKcqs8E0syk4tUcgFcxSS8/OLUjLzEktSFQoSS0pSi/IUiitzc1OBkslcqrpwwKWqEOqm"
      + "EFyQWFScqgAxSME5PycnNbkkMz9PRyEkM1fBJbEssxioMC8xN9VKISS1uES/KDMvPd4UxSBTBSDkMlIw5DJWMOIy"
      + "UTAGipgAsSEXAG/VnqCiAAAA")

  /// `ring` with the name of the file in the header.
  static let named = bytes(
    "H4sICAAAAAAC/25hbWUubXR4AFVMuwoCMRDs9yumSafIvRpbxe6qO2tZ4iKLl+RIFtG/NygIzjDFPBjnRrasz5Hz"
      + "XQzhY+BTyleNbIKVzSRHlFcIUktPbvsDOZxPmFbORfA9wiEti3jTFDeYNeDIDy11GDnIHrMU22WNt8vwdzSgklo0"
      + "1KGlHl1N+qqG3m/VnqCiAAAA")

  /// 400 lines of i and i² modulo 997, with codes of their own.
  static let dynamic = bytes(
    "H4sIAAAAAAACAx2WyRVEIQgE70RhCB9R1PwTm6o58VxAlm7kG1/kyJhjRY0Xa2THHnNHj+o4Y724o1e8cTPyG/mh"
      + "gMZkNUeuFVnovEhUX0eijHY2NlidMS9nd9Tk5sMmb31jYWXmWIsVT98Vs8aeL+Ya+3TMPRors0e7OuN4dsfxJq6g"
      + "V994WKkcD5s1xzxRhDCj8GS/KD25UXjyWJ1Rh7PLo1x8vLZifaO/ipWjMbzmOH1i1bh7xlrjFQnZozJWEzF7hJM7"
      + "FuHkF+sRx4n9jf2RNIy4wghnGyPc3BhBb2NkxcbIYg8j+8bGyKnYGHlftJ686BynWE1cqGjCOTeaeD4E8dSJtjCs"
      + "Dq9mNMWhTv3GwdghJznj5CD3h/IQ+CneXnEW72QcEru+OD2OqzOeZ5cHUHs4RrkpT964GDmsiGfNuLhCdHfxTlw8"
      + "WR23ucgKT4jgUp3ecR8mZzyQQoJfjvp2PGt84xXlrHhr3P7ibWoQj/Is9kAacTzDyXiUmNKBNdQRSeSiDzPkMT/s"
      + "UJr8MIQf+WHJ25gSiB+27kRi7B0kLiVqopc3EvjWZh/87iuaqRVOJgguBdG11wnvuRZ9mAfErwtJmgBNCmMihQmg"
      + "x/Wk1pgHyXnQB8rrzxJSfngGML//+nDO88B5lfoPfdwW0It3QPSkiAmk1+F9QH0oWQprBe4dr/fY2/UhVzxfFhHz"
      + "QLsATYptowTcr1zDEDkIvPcnXSmlfAXg12NgpVkg3vAkl9GqTrRKUd7SOymea9BFLROgL58D6efiLVA352B9fW6b"
      + "PLwS7VgH7WVbEO7GBt6fTgD4gicJ4ht6JpB/5hDM1+c5jaDcB7DmEtiX5sF9Q6kU+DA4QX5ZK7Dfh2cBf/Is4C+d"
      + "B/0nvY45twGKr4L/Y0UgQPqKDNArKHBN4TV1xAoJtrmCBW9jBh7U9Fxz7hMsTlx7jE1PFGMGLkydhQzbQsOGZ4qh"
      + "Q8GDhA/HoCFEmiQosYU9nHg+++yeBAMrDsScn9yif0KLPW2nAo++CC0KQE1ocbAzoQXlQmKv3Td5NNXPWhTSnm4f"
      + "xj/14EXTdQAfyEAIFMymjRAz8KLaY3uH+/SxUh2aQfwJL2Ai/Ryk0FQmvHjXtay1z0Mzmzm8qKmkGLoDL6bdHV40"
      + "tKVn0yaxCy82UOINJMJo2YYWD7pNaLGMDlo8swIv6nneANR9Gn6pfokSs/Bi8jlMeHGAxoQXkyJOuz78oAnhBm7J"
      + "i8Q+vJiGsyyu+9D2r0+4F7sQI5UQo68/Fp+i70OMNrsQgwohsUf1eQv7npM+0+E3sNS3b2IXakzDhxpXvRbKfoH8"
      + "BbSFCTXK9EkN2s+EGqs8p620+34I6oM+noEZG0xPmEHHQlJcwDZhBoBA0lVMn9TwOahxt+cSl+r5NWz179hQhpYz"
      + "LBbUaFrwvEaLV34PZhtq1P+LpiWbLaix2nPM4RTMaK1AjTQ51/+K16BG8QnMZ5NiH2psvYUatHHkIpl++STPJEON"
      + "a1R+F8f7JI/XYUbzWsEMAkZC3OOIYAvlt//80hFaYwb47CrMOxDjpfukrrwu8hgVIMYhpfzxo+B7/ecdBJUl4wUx"
      + "qAbSWJ1A/Mg853/fqtEG4HlBjOVQAjHomAUvDpmHysSMmv8Fuahpz3OCWQBUSQddnkNbYqfDAFTXdGQAWfICvhW8"
      + "mP+Zh2D1EmLszf0SyLgDMa5uQIzthOQgpPsQ433ep7LktCSG0S7/H86dhihlQYwyOxADL5e5wwvnoeuMBYxVItb2"
      + "MrEapKxQwoqr0e0Ugdp2PnPNHMEgWVtzSnACmsvZKNXjNyvv4xyoL1lhZdsGz7kDUqLXNhXXDp842dYCt9rBkSQ4"
      + "JW31nHAQNAFjkhW6CytKM05KaB87HrchxWagqGMplHjnth1PLXDyv+78h9NyAgEnbjlaYkwtOIF/SHwzlj8n8BVO"
      + "tI/LiaWe06RrCquTf1IgIcUWRw5PAgFSMDwgyZ1O+198SrwTQI5Q5uaZOwSx8iOXpED+AMR0jwPiCwAA")

  /// The ring with a right-hand side, as SuiteSparse packs them: `ring_5.tar.gz`.
  static let suitesparse = bytes(
    "H4sIALPKAmsC/+3UPU/DMBAG4Mz+Fbdk48NJnCKxtmLrRJmrI5wqi9ipLga1/x4rVBV0YaGAxPtY1tlOZC9+rT5u"
      + "1u21TuUqpF3x/Ww2c26q2Wm1tauP42m9qqxrCrLFD3gZE2s+vvifynLJSf1uyfosicI0oW4Y9MlHTkJbTkk00rgP"
      + "QfLHzpSXR6akhzu637KOQu8b0Xzoe+mSH+IFrXygBb/6Mf8YOcgtrWRMh9v2aaOWcjM1Vaah2jhq8orLvTIFnJF+"
      + "zP/68SwvwFf5t7Ob0/w3bYX8/17+WZX3pMI9bSSKcj9F0R4aQgkAAAAAAAAAAAAAAAAAAADwZ7wBVw7wlgAoAAA=")

  /// Graphs as in the archive of the Rome graphs, a text, and a long path in a pax header.
  static let rome = bytes(
    "H4sIALPKAmsC/+2XW2/CIBSA++yvYLxbCq2XLVa3TLO9LDPTFx8bwdqkFkNx9ucPq+u8JWbJqjOe7wV6cjiE0C+A"
      + "kjNBQhVMJHVs1za9+XQWW3+KY6h7Xt4a9lunxtyin8cprdddCznWGVikOlBmeus2aXWyWYw+hUojmfiY2g5GIhlL"
      + "HiWhj6NUVpvN2n2V4k670rrrvj8PR/0e2vwmaDAaDHtvCE+1nj8Qslwu138QV8HSFLClCgnXPCWbAbb5wKbQ5rNd"
      + "QWjdRxH38YuZmoeCi0mwiLWPFwmPlBhrsRqDDK1EcpGnJg4mBzF6JMaK2Kp0HhNmialcqLHI6yCz/6HQO+N/culW"
      + "Lt3K3dRtrVdmlkSKNV3V/qvCf1aW/if997zGgf+Ugv/g/0X8v3qnf+3/R++p+9azdaZLmeOU/+YGsOe/45kG/D8D"
      + "UxHH0gJuFZvY5LEfZK8i4EJZpfl/xPvCeca8ff8ZNff/DPwvHeo10TzQUz8/CLILQbgQ8+/bZwWsPPP5X/Lunnz/"
      + "N/bu/26NugzOf7j///v3/04u28plW7nODb4rAAAAAAAAAAAAAAAAAAC4PF/hCz/pACgAAA==")

  static func bytes(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }
}
