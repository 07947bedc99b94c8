/// Markup that tries to run `ran()` or to break out of its element. Contains the known kinds of
/// attacks, written for these tests, many in several spellings.
enum Attacks {
  /// All attacks.
  static let all: [[UInt8]] =
    (scripts + handlers + elements + breakouts + addresses + styles + mutations)
    .map { Array($0.utf8) } + bytes

  /// Attacks that work in a browser without sanitizing. They show that the test detects attacks.
  static let working = ["<img src=x onerror=ran()>", "<script>ran()</script>"]

  private static let scripts = [
    "<script>ran()</script>", "<SCRIPT>ran()</SCRIPT>", "<script >ran()</script >",
    "<script\n>ran()</script\n>", "<script/x>ran()</script/x>", "<script>ran()", "<script>ran()<",
    "<scr<script>ipt>ran()</scr</script>ipt>", "<<script>ran()//<</script>",
    "<script src=data:,ran()></script>", "<script src=\"data:text/javascript,ran()\"></script>",
    "<script type=module>ran()</script>", "<script>a</script x><script>ran()</script>",
    "</script><script>ran()</script>", "<b <script>ran()</script>",
    "<script><!--\nran()\n</script>",
    "<script>\"</script><script>ran()</script>", "<script a=\">\" b=\">\">ran()</script>",
    "<style><script>ran()</script></style>", "<!--><script>ran()</script>-->",
    "<!--->x<script>ran()</script>", "<!-- --!><script>ran()</script> -->",
    "<![CDATA[<script>ran()</script>]]>", "<?x <script>ran()</script>?>",
    "<!x <script>ran()</script>>",
    "<svg><script>ran()</script></svg>", "<svg><script href=data:,ran() /></svg>",
    "&lt;script&gt;ran()&lt;/script&gt;", "&#60;script&#62;ran()&#60;/script&#62;",
    "+ADw-script+AD4-ran()+ADw-/script+AD4-", "＜script＞ran()＜/script＞", "<ſcript>ran()</ſcript>",
  ]

  private static let handlers: [String] = {
    let tags = [
      "img src=x onerror", "img src=https://e.invalid/x.png onerror", "svg onload", "body onload",
      "details open ontoggle", "video src=x onerror", "audio src=x onerror", "b onclick",
      "video><source onerror", "input autofocus onfocus", "select autofocus onfocus",
      "marquee onstart", "iframe onload", "div onpointerenter",
      "p style=animation-name:x onanimationstart",
      "object data=x onerror", "style onload", "a href=# onfocus autofocus tabindex=0",
      "td onmouseover", "math onmouseover", "x onfocus tabindex=1 autofocus",
    ]
    return tags.flatMap { tag in
      ["<\(tag)=ran()>", "<\(tag)=\"ran()\" x>", "<\(tag) = 'ran()'>x</\(tag)>"]
    } + [
      "<img/src=x/onerror=ran()>", "<img src='x'onerror='ran()'>", "<img src=x\tonerror=ran()>",
      "<img src=x\u{C}onerror=ran()>", "<img src=x\nonerror\n=\nran()>",
      "<IMG SRC=x ONERROR=ran()>",
      "<img src=`x`onerror=ran()>", "<img \"\"\"><img src=x onerror=ran()>\">",
      "<img src=x onerror=ran() ",
      "<img src=x onerror=\"ran()", "<img src=\"x\"\"onerror=ran()>",
      "<img x=\"a>b\" src=x onerror=ran()>",
      "<img =src=x onerror=ran()>", "<img / / onerror=ran() src=x>",
      "<img src=x onerror=&#114;an()>",
      "<img src=x on\u{0}error=ran()>", "<img src=x \u{0}onerror=ran()>",
      "<i\u{0}mg src=x onerror=ran()>",
      "<img alt=\"&quot; onerror=ran() src=x x=&quot;\" src=x>",
      "<img alt='\" onerror=ran() x=\"' src=x>",
      "<img alt=\"><img src=x onerror=ran()>\" src=https://e.invalid/>",
    ]
  }()

  private static let elements = [
    "<iframe src=javascript:parent.ran()></iframe>",
    "<iframe srcdoc='<script>parent.ran()</script>'>",
    "<object data=javascript:ran()>", "<embed src=javascript:ran()>",
    "<base href=https://e.invalid/>",
    "<meta http-equiv=refresh content='0;url=javascript:ran()'>",
    "<link rel=stylesheet href=data:,*{}>",
    "<form action=javascript:ran()><button>x</button></form>", "<isindex action=javascript:ran()>",
    "<button formaction=javascript:ran()>x</button>", "<frameset onload=ran()>", "<applet code=x>",
    "<svg><a xlink:href=javascript:ran()><text>x</text></a></svg>",
    "<math href=javascript:ran()>x</math>",
    "<svg><animate onbegin=ran() attributeName=x>", "<svg><set attributeName=onload to=ran()>",
    "<svg><use href='data:image/svg+xml,<svg onload=ran()>'>", "<portal src=javascript:ran()>",
    "<template><script>ran()</script></template>", "<noscript><img src=x onerror=ran()></noscript>",
    "<keygen autofocus onfocus=ran()>", "<bgsound src=javascript:ran()>",
    "<layer src=javascript:ran()>",
    "<table background=javascript:ran()>", "<td background=javascript:ran()>",
    "<body background=x>",
    "<slot onslotchange=ran()>", "<dialog open onclose=ran()>", "<x is=y><script>ran()</script>",
  ]

  private static let breakouts = [
    "</div></div></section></main></body></html><script>ran()</script>", "</td></tr></table><b>",
    "</textarea><script>ran()</script>", "</title><script>ran()</script>",
    "</style><script>ran()</script>",
    "\"><script>ran()</script>", "'><script>ran()</script>", "--><script>ran()</script>",
    "<td>x<tr>y<tbody>z", "<li>x", "<dd>x<dt>y", "<option>x", "<a><a><a>", "<b><i><u><b><i><u>",
    "<table><table><table>", "<table><b><tr><i><td>x</b>y", "<p><table><p><table>",
    "<ul></li></ul></li>",
    "<textarea>", "<title>", "<xmp>", "<plaintext>", "<noembed>", "<noframes>", "<select><option>",
    "<html><body class=x>", "<caption>", "<col>", "<thead><tr><th>x", "<frameset><frame>", "<head>",
    "<h1><h2><h3>", "<button><button>", "<nobr><nobr>", "<ruby><rt>x", "<svg><desc><b>x",
    "<math><mi><b>x",
    "<pre>\n\nx", "<details><summary><details>", "<font><p><font><p><font>x</font>",
    "<template><td>",
  ]

  private static let addresses: [String] = {
    let name = "javascript"
    var spellings = [
      name + ":", "JAVASCRIPT:", "jAvAsCrIpT:", "java\tscript:", "java\nscript:", "java\rscript:",
      " javascript:", "\u{1}javascript:", "\u{1F}\u{8}javascript:", "java\u{0}script:",
      "\u{A0}javascript:",
      "javascript\t:", "javascript&colon;", "javascript&#58;", "javascript&#x3A",
      "java&Tab;script:",
      "java&NewLine;script:", "&#1;javascript:", "&#09;javascript:", "feed:javascript:",
      "view-source:javascript:",
      "data:text/html,<script>opener.ran()</script>//",
      "data:text/html;base64,PHNjcmlwdD5yYW4oKTwvc2NyaXB0Pg==",
      "vbscript:", "livescript:", "jar:javascript:", "javascript&amp;colon;", "//javascript:",
      "/javascript:",
      "&#x200B;javascript:", "\u{FEFF}javascript:", "%6Aavascript:", "javascript://%0A",
      "data:image/svg+xml,<svg onload=ran()>", "data:application/xhtml+xml,<script/>",
      "about:blank#",
    ]
    spellings.append(name.unicodeScalars.map { "&#\($0.value);" }.joined() + ":")
    spellings.append(name.unicodeScalars.map { "&#\($0.value)" }.joined() + ":")
    spellings.append(name.unicodeScalars.map { "&#000000\($0.value);" }.joined() + ":")
    spellings.append(
      name.unicodeScalars.map { "&#x\(String($0.value, radix: 16));" }.joined() + ":")
    spellings.append(
      name.unicodeScalars.map { "&#X000\(String($0.value, radix: 16))" }.joined() + ":")
    return spellings.flatMap { scheme in
      [
        "<a href=\"\(scheme)ran()\">x</a>", "<img src='\(scheme)ran()'>",
        "<video poster=\"\(scheme)ran()\" src=\"\(scheme)ran()\">",
        "<a target=_self href='\(scheme)ran()' href=https://e.invalid>x</a>",
      ]
    }
  }()

  private static let styles: [String] = {
    let values = [
      "width:expression(ran())", "width:ex/**/pression(ran())", "background:url(javascript:ran())",
      "background:url(\"javascript:ran()\")", "background:u\\72l(javascript:ran())",
      "behavior:url(x.htc)",
      "-moz-binding:url(x.xml#y)", "background:\\75\\72\\6C(x)", "xss:expression(ran())",
      "@import 'x'",
      "background-image:url&#40;javascript:ran()&#41;", "color:red;}</style><script>ran()</script>",
      "width:\\0065xpression(ran())", "list-style:url('x')", "background:image-set('x' 1x)",
      "position:fixed;top:0;left:0;width:100vw;height:100vh;z-index:9", "font-family:\"</style>\"",
    ]
    return values.map { "<div style='\($0)'>x</div>" } + values.map { "<style>p{\($0)}</style>" }
  }()

  /// Markup that is harmless when parsed once, but harmful when it is written and parsed again.
  private static let mutations = [
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=x onerror=ran()&gt;'>",
    "<svg></p><style><a id='</style><img src=x onerror=ran()>'>",
    "<noscript><p title='</noscript><img src=x onerror=ran()>'>",
    "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=ran()>",
    "<svg><style>&lt;img src=x onerror=ran()&gt;</style>",
    "<xmp><p title='</xmp><img src=x onerror=ran()>'>",
    "<textarea><p title='</textarea><img src=x onerror=ran()>'>",
    "<a title='`'>`<img src=x onerror=ran()>",
    "<listing>&lt;img src=x onerror=ran()&gt;</listing>",
    "<p title='&lt;img src=x onerror=ran()&gt;'>x",
    "<img alt='&amp;lt;img src=x onerror=ran()&amp;gt;' src=https://e.invalid/x>",
    "&amp;lt;img src=x onerror=ran()&amp;gt;",
    "<abbr title='&#34; onmouseover=&#34;ran()'>x</abbr>",
    "<abbr title='\" onfocus=ran() tabindex=0 autofocus x=\"'>x</abbr>",
    "<b><!--</b><img src=x onerror=ran()>-->",
    "<select><template><style><!--</style><a rel='--></style></template></select><img src=x onerror=ran()>'>",
  ]

  /// Bytes that aren't text.
  private static let bytes: [[UInt8]] = [
    [0xC0, 0xBC] + Array("script".utf8) + [0xC0, 0xBE] + Array("ran()".utf8),
    [0xEF, 0xBB, 0xBF] + Array("<script>ran()</script>".utf8),
    Array("<img src=x".utf8) + [0xE2, 0x80] + Array(" onerror=ran()>".utf8),
    Array("<img alt=\"".utf8) + [0xC3] + Array("\" src=x onerror=ran()>".utf8),
    Array("<a href=\"java".utf8) + [0xFF] + Array("script:ran()\">x</a>".utf8),
    [0xFE, 0xFF, 0x00, 0x3C, 0x00, 0x73], [0x80, 0x3C, 0x81], Array(0...255),
  ]
}
