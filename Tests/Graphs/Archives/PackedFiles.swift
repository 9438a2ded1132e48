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

  /// A zip with a password.
  static let encrypted = bytes(
    "UEsDBAoACQAAAOChfV0yWDW+FAAAAAgAAAAIABwAazIuZWRnZXNVVAkAA8OHDGvDhwxrdXgLAAEEAAAAAAQAAAAA"
      + "m8rVZrEVjePekl0tgKEbQiUkYI1QSwcIMlg1vhQAAAAIAAAAUEsBAh4DCgAJAAAA4KF9XTJYNb4UAAAACAAAAAgA"
      + "GAAAAAAAAQAAAKSBAAAAAGsyLmVkZ2VzVVQFAAPDhwxrdXgLAAEEAAAAAAQAAAAAUEsFBgAAAAABAAEATgAAAGYA"
      + "AAAAAA==")

  /// A zip that says that its file is compressed by Deflate64.
  static let deflate64 = bytes(
    "UEsDBBQAAAAJAFgEfl32YcwaDAAAAAwAAAAHAAAAZy5lZGdlc2EgYgpiIGMKYyBhClBLAQIUAxQAAAAJAFgEfl32"
      + "YcwaDAAAAAwAAAAHAAAAAAAAAAAAAACAAQAAAABnLmVkZ2VzUEsFBgAAAAABAAEANQAAADEAAAAAAA==")

  /// The same archive in several formats, with `data/a.graphml`, `data/é.gml` and a text.
  static let others = [
    "two.zip": bytes(
      "UEsDBBQACAAIAAAAIQAAAAAAAAAAAFsAAAAOABgAZGF0YS9hLmdyYXBobWxVVAUAAQAAAAB1eAsAAQQAAAAABAAA"
        + "AACzSS9KLMjIzbGzATPsbPLyU1IVMlNs1Q3V9ZF4RiBeakp6qkJxfmlRcipIXqEksSg9tQQqqQ81QB9mIgBQSwcI"
        + "jAJ0iDwAAABbAAAAUEsDBBQACAgIAAAAIQAAAAAAAAAAAE4AAAALABgAZGF0YS/DqS5nbWxVVAUAAQAAAAB1eAsA"
        + "AQQAAAAABAAAAABLL0osyFCIVsjLT0kFUpkpCoYKsUg8IxSeMZCXmpIO4hXnlxYlpwJVlyQWpaeWgBXGAgBQSwcI"
        + "jVFPLjMAAABOAAAAUEsDBBQACAAIAAAAIQAAAAAAAAAAAAsAAAAGABgAUkVBRE1FVVQFAAEAAAAAdXgLAAEEAAAA"
        + "AAQAAAAACynPV0gvSizIKNYDAFBLBwgqME+UDQAAAAsAAABQSwECFAMUAAgACAAAACEAjAJ0iDwAAABbAAAADgAY"
        + "AAAAAAAAAAAApIEAAAAAZGF0YS9hLmdyYXBobWxVVAUAAQAAAAB1eAsAAQQAAAAABAAAAABQSwECFAMUAAgICAAA"
        + "ACEAjVFPLjMAAABOAAAACwAYAAAAAAAAAAAApIGQAAAAZGF0YS/DqS5nbWxVVAUAAQAAAAB1eAsAAQQAAAAABAAA"
        + "AABQSwECFAMUAAgACAAAACEAKjBPlA0AAAALAAAABgAYAAAAAAAAAAAApIEUAQAAUkVBRE1FVVQFAAEAAAAAdXgL"
        + "AAEEAAAAAAQAAAAAUEsFBgAAAAADAAMA8QAAAG0BAAAAAA=="),
    "two.7z": bytes(
      "N3q8ryccAANlUDgO5gAAAAAAAAAhAAAAAAAAAOO6rbcAHhnKRiN9J3UFM9fQ8XCSuePUlmGVisntd5C9NDrU571h"
        + "/6O7aCwbp864em1hL7bMkYjbXqjxzjU1zpczKTGatQpRFRACUX3Wlx1IoRMs79yXdgzQWZAKaaL4RN9VhuOsqv//"
        + "xExQAAAAgTMHrg/T9x39QMCQ00PE4fnoUdV3+A1m+fxDXQe2eESle3hGuKjl0/1MsQkI/p8/N+F0Z7abYZvooRAC"
        + "EyliKYNa7QYKeYmbAYW5re2PPtgdsEIyQng+JyTkRgrHkWdiF7buYo/HwAHavJp3Tt/7QYbBWXrj8///OeAAABcG"
        + "aAEJfgAHCwEAASMDAQEFXQAAgAAMgKYKAfYdHgcAAA=="),
    "two.tar.xz": bytes(
      "/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4A//AN1dADIYSu6W1Oxxv0e7WpiqLTcI8UBUl+V2TNE4KBac++TYbbV/"
        + "bfy91+VD+fzNsToR64OHcg/5B/cmP9YI4F3JNlgBkF4h4UnSlheo7Jl3/SrQX/EqcY7ZiR2BIjaz6Z33IQuL66/F"
        + "lLP46bHy03thbX/LwsOAREyqnQ5feOqQrIy3CmhQPut7wSOUhHL73xp+GiStDutjuJaBdnY/417mI3bWmyUhIlpp"
        + "xsgsoOWhgFQSK7uO3HHh4xenjAzvljOLz1BxVbskefsa8CgVRMB1Oq18w864j3UawND5/ZNAAAAAAJWe+EaBTM+V"
        + "AAH5AYAgAABnRbwZscRn+wIAAAAABFla"),
    "two.tar.bz2": bytes(
      "QlpoOTFBWSZTWZZo6I8AAMbflNaAQIH9hyYCFhpu596AFCCIAAEIMAD7VBhoaaAGgANAADIaBppKeSBoBobSaNG1"
        + "HqBoNAIooTCjyjR6IAND0gANpLXI1y77WDV2yF9gKYlfu2A0ilAhwDiwIxNExypXCxQqROSeSdWdoI4FgKteXA0g"
        + "WW83IahGp1uEiGLAIQ1MIUu3LzvramAguJNkeEtRoaFwMoZIqK9CxCobUJUItImfQa4UlVWHGOmMu7CTESG28yWE"
        + "wJPlN+e1OU+q37gieHZQUlx8cWGiiZr/lhP0Oe6ChqM9yep6CVrmSWWFDpKTQ0nIZufQG+NMAf4u5IpwoSEs0dEe"
    ),
    "two.tar.zst": bytes(
      "KLUv/QBYZQcAEkkfIoDHOTMEkxhJ4U/kWLz9xR2VISCXCtcxaOlNNpGWzpNYnQQG9SlBSFiVVxtBANAMnr3z53w8"
        + "3z/ozp0rI26joVi0nv2YSGoTRtnzbNkCC7KaqMP44NHYsuVBh286KAyjXJfsSVVLvxLndvVnXlVdRxCnqiuSDIiW"
        + "0ejWs18rINACmZmZ7dFFP1jOwAcUyNgqqZsBxMEIbACyrEoFM2JzzC0gUIcK4BgCC1mHBVhk/+e4b+0YdQzBA4QM"
        + "BYDp8F4FEQNnQtDwvcDssVekUe64fhkfMoYUjFg67MjBL8kAkvMway0CrkOmUgc="),
  ]

  static func bytes(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }
}
