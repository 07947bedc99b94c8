/// The names of characters: those of HTML 4, and those that HTML 5 added for ASCII, spaces and
/// European letters.
extension HTMLEntities {
  /// The length of the longest name in the table.
  static let longest = 16

  /// Code points by name.
  static let named: [String: UInt32] = {
    var names = unclosed
    for (first, block) in blocks {
      for (offset, name) in block.split(separator: " ").enumerated() where name != "-" {
        names[String(name)] = first + UInt32(offset)
      }
    }
    for entry in single.split(separator: " ") {
      let halves = entry.split(separator: "=")
      names[String(halves[0])] = UInt32(halves[1], radix: 16)
    }
    return names
  }()

  /// The names that browsers also recognize without a semicolon: U+00A0 to U+00FF, and some of
  /// ASCII.
  static let unclosed: [String: UInt32] = {
    var names: [String: UInt32] = [
      "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "AMP": 0x26, "LT": 0x3C, "GT": 0x3E,
      "QUOT": 0x22, "COPY": 0xA9, "REG": 0xAE,
    ]
    for (offset, name) in latin1.split(separator: " ").enumerated() {
      names[String(name)] = 0xA0 + UInt32(offset)
    }
    return names
  }()

  /// The characters for the numbers 0x80 to 0x9F: those of windows-1252, or U+FFFD where it has
  /// none.
  static let windows: [UInt32] = [
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
  ]

  private static let latin1 = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
    sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
    Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
    szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave \
    iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
    uuml yacute thorn yuml
    """

  /// The names of consecutive code points, starting with the given one. `-` marks a code point
  /// without a name.
  private static let blocks: [(UInt32, String)] = [
    (0x21, "excl quot num dollar percnt amp apos lpar rpar ast plus comma - period sol"),
    (0x3A, "colon semi lt equals gt quest commat"),
    (0x5B, "lsqb bsol rsqb Hat lowbar grave"),
    (0x7B, "lcub verbar rcub"),
    (
      0x391,
      """
      Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - \
      Sigma Tau Upsilon Phi Chi Psi Omega
      """
    ),
    (
      0x3B1,
      """
      alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho \
      sigmaf sigma tau upsilon phi chi psi omega
      """
    ),
    (
      0x2002, "ensp emsp emsp13 emsp14 - numsp puncsp thinsp hairsp ZeroWidthSpace zwnj zwj lrm rlm"
    ),
    (
      0x2013, "ndash mdash horbar Vert - lsquo rsquo sbquo - ldquo rdquo bdquo - dagger Dagger bull"
    ),
    (0x2190, "larr uarr rarr darr harr varr nwarr nearr searr swarr"),
    (0x21D0, "lArr uArr rArr dArr hArr"),
    (0x2308, "lceil rceil lfloor rfloor"),
  ]

  /// The remaining names, with their code points.
  private static let single = """
    Tab=9 NewLine=A lbrack=5B rbrack=5D lbrace=7B rbrace=7D vert=7C NonBreakingSpace=A0 \
    OElig=152 oelig=153 Scaron=160 scaron=161 Yuml=178 fnof=192 circ=2C6 tilde=2DC thetasym=3D1 \
    upsih=3D2 piv=3D6 hyphen=2010 hellip=2026 permil=2030 prime=2032 Prime=2033 lsaquo=2039 \
    rsaquo=203A oline=203E frasl=2044 euro=20AC image=2111 numero=2116 weierp=2118 real=211C \
    trade=2122 alefsym=2135 crarr=21B5 forall=2200 part=2202 exist=2203 empty=2205 nabla=2207 \
    isin=2208 notin=2209 ni=220B prod=220F sum=2211 minus=2212 lowast=2217 radic=221A prop=221D \
    infin=221E ang=2220 and=2227 or=2228 cap=2229 cup=222A int=222B there4=2234 sim=223C cong=2245 \
    asymp=2248 ne=2260 equiv=2261 le=2264 ge=2265 sub=2282 sup=2283 nsub=2284 sube=2286 supe=2287 \
    oplus=2295 otimes=2297 perp=22A5 sdot=22C5 lang=27E8 rang=27E9 loz=25CA starf=2605 star=2606 \
    phone=260E female=2640 male=2642 spades=2660 clubs=2663 hearts=2665 diams=2666 check=2713 \
    cross=2717 Aogon=104 aogon=105 Cacute=106 cacute=107 Ccaron=10C ccaron=10D Dcaron=10E \
    dcaron=10F Dstrok=110 dstrok=111 Eogon=118 eogon=119 Ecaron=11A ecaron=11B Gbreve=11E \
    gbreve=11F Idot=130 imath=131 Lstrok=141 lstrok=142 Nacute=143 nacute=144 Ncaron=147 \
    ncaron=148 Odblac=150 odblac=151 Rcaron=158 rcaron=159 Sacute=15A sacute=15B Scedil=15E \
    scedil=15F Tcaron=164 tcaron=165 Uring=16E uring=16F Udblac=170 udblac=171 Zacute=179 \
    zacute=17A Zdot=17B zdot=17C Zcaron=17D zcaron=17E Abreve=102 abreve=103 Amacr=100 amacr=101 \
    Emacr=112 emacr=113 Imacr=12A imacr=12B Omacr=14C omacr=14D Umacr=16A umacr=16B
    """
}
