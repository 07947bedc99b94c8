import Markup
import TestSupport
import Testing

/// Allowed and rejected markup, and the repair of invalid markup.
@Suite struct HTMLSanitizerTests {
  @Test(arguments: [
    "<b>Oak</b>", "line<br>line", "<p style=\"color:red;text-align:center\">x</p>",
    "<table border=\"1\" cellpadding=\"2\"><tbody><tr><td colspan=\"2\">x</td></tr></tbody></table>",
    "<font color=\"#ff0000\" face=\"Arial, sans-serif\" size=\"+2\">big</font>",
    "<div align=\"center\">x</div>",
    "<table><tr valign=\"top\"><td align=\"right\">1</td></tr></table>",
    "<img src=\"/photos/a.png\" alt=\"An oak\" width=\"200\">",
    "<details open><summary>More</summary>text</details>",
    "<ul><li>a</li><li>b</li></ul>", "<dl><dt>a</dt><dd>b</dd></dl>", "<h2>Title</h2>",
    "<span aria-hidden=\"true\">x</span>", "<abbr title=\"Diameter\">DBH</abbr>", "2 &lt; 3",
  ])
  func `allowed markup is unchanged`(html: String) {
    #expect(HTMLSanitizer.sanitized(html) == html)
  }

  @Test(arguments: [
    ("<B>Oak</B>", "<b>Oak</b>"),
    ("<p class=x id=y onclick='z()'>x</p>", "<p>x</p>"),
    ("<b style='color:red'>x</b>", "<b>x</b>"),
    ("<td align=center>no table</td>", "no table"),
    ("<font color='red' color='blue'>x</font>", "<font color=\"red\">x</font>"),
    ("<font color='red;x'>x</font>", "<font>x</font>"),
    ("<img alt=x>", ""), ("<img src='relative.png'>", ""),
    ("<img src=/a.png>", "<img src=\"/a.png\" alt=\"\">"),
    ("<details open=open>x</details>", "<details open>x</details>"),
    ("<td><tr></tbody></table>", ""), ("</p></div></b>", ""), ("</br>x", "x"),
    ("<!-- note --><!doctype html><?php x ?>a</ b>c", "ac"),
    ("a<!-->b<!--->c<!--x--!>d", "abcd"), ("<script>a</script>b", "b"),
    ("<SCRIPT src=x>a</b></ScRiPt >b", "b"), ("<style>p { }</style>b", "b"), ("<script>a", ""),
    ("<audio src=/a.mp3 controls>no sound</audio>", "no sound"),
    ("a<video autoplay poster=https://e.org/p.png></video>b", "ab"),
  ])
  func `disallowed markup is removed`(html: String, safe: String) {
    #expect(HTMLSanitizer.sanitized(html) == safe)
  }

  @Test(arguments: [
    ("<Null>", "&lt;Null&gt;"), ("a < b", "a &lt; b"), ("<5 in", "&lt;5 in"), ("x <y", "x &lt;y"),
    ("<blink>x</blink>", "&lt;blink&gt;x&lt;/blink&gt;"),
    ("<iframe src=x></iframe>", "&lt;iframe src=x&gt;&lt;/iframe&gt;"),
    ("<svg onload=alert(1)>", "&lt;svg onload=alert(1)&gt;"),
    ("<b <i>x", "<b>x</b>"), ("<a href=\"x>y", "&lt;a href=\"x&gt;y"),
    ("<!-- no end <b>x</b>", "&lt;!-- no end &lt;b&gt;x&lt;/b&gt;"), ("<", "&lt;"),
  ])
  func `an unknown element is shown as text`(html: String, safe: String) {
    #expect(HTMLSanitizer.sanitized(html) == safe)
  }

  @Test(arguments: [
    ("<b>x", "<b>x</b>"), ("<div><p>x", "<div><p>x</p></div>"),
    ("<p>a<p>b", "<p>a</p><p>b</p>"), ("<p>a<div>b</div>c</p>", "<p>a</p><div>b</div>c"),
    ("<b><i>x</b>y</i>z", "<b><i>x</i></b><i>y</i>z"),
    ("<p><b>a<p>b</b>c", "<p><b>a</b></p><p><b>b</b>c</p>"),
    ("<b><p>x</b>y", "<b><p>x</p></b>y"), ("<span><p>x</span>y", "<span><p>xy</p></span>"),
    ("<li>a<li>b", "<ul><li>a</li><li>b</li></ul>"),
    ("<dt>a<dd>b", "<dl><dt>a</dt><dd>b</dd></dl>"),
    ("<ul><li>a<ul><li>b</ul><li>c</ul>", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"),
    ("<h1>a<h2>b", "<h1>a</h1><h2>b</h2>"), ("<h1>a</h3>b", "<h1>a</h1>b"),
    ("<table>a<tr>b<td>c", "<table><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></table>"),
    ("<table><td>a<td>b", "<table><tr><td>a</td><td>b</td></tr></table>"),
    ("<table><tr><td>a</div></p></table>b", "<table><tr><td>a</td></tr></table>b"),
    ("<table><tr><td><b>a<td>b", "<table><tr><td><b>a</b></td><td>b</td></tr></table>"),
    ("<div><table><tr><td>x</div>y", "<div><table><tr><td>xy</td></tr></table></div>"),
    (
      "<a href='https://a.org'>a<a href='https://b.org'>b",
      "<a href=\"https://a.org\" target=\"_blank\" rel=\"noopener noreferrer\">a</a>"
        + "<a href=\"https://b.org\" target=\"_blank\" rel=\"noopener noreferrer\">b</a>"
    ),
  ])
  func `wrong nesting is repaired like in browsers, and everything is closed`(
    html: String, safe: String
  ) {
    #expect(HTMLSanitizer.sanitized(html) == safe)
  }

  @Test(arguments: [
    ("<p>Oak</p><p>Tree</p>", "Oak Tree"), ("<h1>Oak</h1>", "Oak"), ("<b>Oak</b>", "<b>Oak</b>"),
    ("<a href='https://e.org'>Oak</a>", "Oak"), ("<table><tr><td>a<td>b", "a b"),
    ("<font color=red>Oak", "<font color=\"red\">Oak</font>"),
  ])
  func `in a heading, only inline elements are kept`(html: String, safe: String) {
    #expect(HTMLSanitizer.sanitized(html, in: .phrasing) == safe)
  }

  @Test(arguments: [
    ("https://e.org/?a=1&b=2", "https://e.org/?a=1&amp;b=2"), ("HTTP://e.org", "http://e.org"),
    ("/photos/1.jpg", "/photos/1.jpg"), ("#top", "#top"), ("//e.org/x", "https://e.org/x"),
    ("/\\e.org", "https://e.org"), ("https://e.org/&copy=1", "https://e.org/&amp;copy=1"),
    ("arcgis-survey123://?itemID=1", "arcgis-survey123://?itemID=1"),
    (" https://e.org/a%20b ", "https://e.org/a%20b"), ("ht\ntps://e.org", "https://e.org"),
    ("https://e.org/ü", "https://e.org/ü"),
  ])
  func `links open a new page that has no access to this one`(
    address: String, written: String
  ) {
    #expect(
      HTMLSanitizer.sanitized("<a target=_self rel=opener href='\(address)'>x</a>")
        == "<a href=\"\(written)\" target=\"_blank\" rel=\"noopener noreferrer\">x</a>")
  }

  @Test(arguments: ["mailto:a@e.org?subject=Tree%201", "tel:+15035551234"])
  func `mail and call links open no page`(address: String) {
    #expect(
      HTMLSanitizer.sanitized("<a href='\(address)'>x</a>") == "<a href=\"\(address)\">x</a>")
  }

  @Test(arguments: [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)",
    "&#106;avascript:alert(1)", "&#x6A;avascript&colon;alert(1)", "java&Tab;script:alert(1)",
    "\u{1}javascript:alert(1)", "&#1;javascript:alert(1)", "vbscript:x", "data:text/html,x",
    "data:image/svg+xml;base64,AAAA", "blob:x", "file:///etc/passwd", "about:blank", "x",
    "index.html", "", " ", ":", "\\\\e.org\\x", "view-source:x", "ms-settings:x", "http&colon",
    "java&#0;script:alert(1)", "жavascript:x", "https\u{200B}://e.org",
  ])
  func `links with other schemes are removed`(address: String) {
    #expect(HTMLSanitizer.sanitized("<a href=\"\(address)\">x</a>") == "<a>x</a>")
    #expect(HTMLSanitizer.sanitized("<img src=\"\(address)\">") == "")
  }

  @Test func `pictures may be embedded in the text`() {
    let picture = "<img src=\"data:image/png;base64,iVBORw0KGgo=\" alt=\"\">"
    #expect(HTMLSanitizer.sanitized(picture) == picture)
    #expect(HTMLSanitizer.sanitized("<a href='data:image/png;base64,AA=='>x</a>") == "<a>x</a>")
    #expect(HTMLSanitizer.sanitized("<img src='mailto:x'>") == "")
  }

  @Test(
    arguments: [
      ("<img src=https://e.org/a.png>", "", "a.png", ""),
      ("<img alt=' An oak ' width=20 src='HTTPS://e.org/a.png'>", "", "An oak", ""),
      ("<img src='https://e.org/a.png' alt='<b>&amp;quot;'>", "", "&lt;b&gt;&amp;quot;", ""),
      ("<img src=x src='https://e.org/a.png' alt=' '>", "", "a.png", ""),
      ("<p><img src='//e.org/a.png'></p>", "<p>", "a.png", "</p>"),
      (
        "<table><img src='https://e.org/a.png'></table>", "<table><tr><td>", "a.png",
        "</td></tr></table>"
      ),
      ("<b><i><img src='https://e.org/a.png'>", "<b><i>", "a.png", "</i></b>"),
    ] as [(html: String, before: String, words: String, after: String)])
  func `a picture on the web becomes a link with its description or file name`(
    html: String, before: String, words: String, after: String
  ) {
    let link = before + "<a href=\"https://e.org/a.png\"\(Self.newPage)>\(words)</a>" + after
    #expect(HTMLSanitizer.sanitized(html) == link)
    #expect(HTMLSanitizer.sanitized(link) == link)
  }

  private static let newPage = " target=\"_blank\" rel=\"noopener noreferrer\""

  @Test(arguments: [
    (
      "<a href='https://e.org'><img src='https://e.org/a.png' alt='An oak'> more</a>",
      "<a href=\"https://e.org\"\(newPage)>An oak more</a>"
    ),
    (
      "<a href='https://e.org'><p><img src='https://e.org/a.png'></a>",
      "<a href=\"https://e.org\"\(newPage)><p>a.png</p></a>"
    ),
    (
      "<a href='https://e.org'><table><td><img src='https://e.org/a.png'>",
      "<a href=\"https://e.org\"\(newPage)><table><tr><td>a.png</td></tr></table></a>"
    ),
  ])
  func `inside a link, only its words are shown`(html: String, safe: String) {
    #expect(HTMLSanitizer.sanitized(html) == safe)
  }

  @Test func `in a heading, only its words are shown`() {
    #expect(
      HTMLSanitizer.sanitized("<img src='https://e.org/a.png' alt='A<'> oak", in: .phrasing)
        == "A&lt; oak")
  }

  @Test(arguments: [
    ("<video src='https://e.org/v.mp4' autoplay>old browser</video>", "v.mp4", "old browser"),
    ("<audio><source src='//e.org/a.mp3' type='audio/mpeg'></audio>", "a.mp3", ""),
    ("<video src='http://e.org/12' controls>", "Recording", ""),
  ])
  func `sounds and films on the web become links`(html: String, name: String, rest: String) {
    let safe = HTMLSanitizer.sanitized(html)
    #expect(safe.hasSuffix(" target=\"_blank\" rel=\"noopener noreferrer\">\(name)</a>\(rest)"))
    #expect(safe.hasPrefix("<a href=\"http"))
  }

  @Test func `several sources are several links, with blanks between`() {
    let safe = HTMLSanitizer.sanitized(
      "<video><source src=https://e.org/a.mp4><source src=https://e.org/b.webm></video>")
    #expect(safe.contains(">a.mp4</a> <a href=\"https://e.org/b.webm\""))
  }

  @Test(arguments: [
    ("<p style='color:red'>x</p><b style='color:red'>y</b>", 1), ("style=\"color:red\"", 0),
    ("<div style='behavior:x'>", 0), ("<span style='color:red'><td style='color:red'>", 1),
  ])
  func `styles are counted`(html: String, count: Int) {
    var output: [UInt8] = []
    #expect(HTMLSanitizer.sanitize(Array(html.utf8).span, into: &output).styles == count)
  }

  @Test func `pictures on the web are counted`() {
    let html = "<img src='https://e.org/a'><img src='data:image/png;base64,AA=='><img src=x>"
    var output: [UInt8] = []
    let account = HTMLSanitizer.sanitize(Array((html + html).utf8).span, into: &output)
    #expect(account.onlineMedia == 2)
    #expect(account.styles == 0)
  }

  @Test(arguments: [
    ("https://e.org/An%20oak.jpg?size=2#x", "An oak.jpg"), ("http://e.org/a/%C3%BC.png", "ü.png"),
    ("https://e.org/a%2", "Picture"), ("https://e.org/12", "Picture"), ("https://e.org", "Picture"),
    ("https://e.org/", "Picture"), ("https://e.org/.jpg", "Picture"), ("https:a.jpg", "Picture"),
    ("https://e.org/%00%0A.jpg", "Picture"), ("https://e.org/%FF.jpg", "Picture"),
    ("https://e.org/100%.jpg", "100%.jpg"), ("https:/", "Picture"), ("https://?a/b.png", "Picture"),
    ("https://e.org/" + String(repeating: "a", count: 200) + ".jpg", "Picture"),
  ])
  func `a picture is named after its file, if that has a name`(address: String, name: String) {
    #expect(OnlineMedium(address: address)?.name(orElse: "Picture") == name)
  }

  @Test(arguments: ["data:image/png;base64,AA==", "/a.png", "", "httpx://e.org/a.png"])
  func `other pictures are not on the web`(address: String) {
    #expect(OnlineMedium(address: address) == nil)
  }

  @Test(arguments: [
    ("color:red", "color:red"), (" COLOR : Red ; ", "color:Red"),
    ("text-align:center;position:fixed;width:50%", "text-align:center;width:50%"),
    (
      "vertical-align:top;table-layout:fixed;white-space:nowrap",
      "vertical-align:top;table-layout:fixed;white-space:nowrap"
    ),
    ("display:none", "display:none"), ("; text-align:center", "text-align:center"),
    (
      "font-family:'Avenir Next',&quot;Arial&quot;",
      "font-family:'Avenir Next',&quot;Arial&quot;"
    ),
    ("background:rgba(0, 0, 0, .5)", "background:rgba(0, 0, 0, .5)"),
    ("width:calc(100% - (2px + 1em))", "width:calc(100% - (2px + 1em))"),
    ("background:linear-gradient(red, blue)", "background:linear-gradient(red, blue)"),
    ("color:red/* c */;width:1px", "color:red;width:1px"), ("margin:0 auto", "margin:0 auto"),
    ("padding:2px\n4px", "padding:2px 4px"),
    ("border-collapse:collapse", "border-collapse:collapse"),
  ])
  func `allowed styles are kept`(style: String, written: String) {
    #expect(
      HTMLSanitizer.sanitized("<p style=\"\(style)\">x</p>") == "<p style=\"\(written)\">x</p>")
  }

  @Test(arguments: [
    "position:absolute", "background:url(https://e.org/x.png)", "background:URL('x')",
    "background-image:u\\72l(x)", "width:expression(alert(1))", "width:ex/**/pression(alert(1))",
    "color:\\6aavascript:x", "background:javascript:alert(1)", "behavior:url(x)", "color:red}",
    "-moz-binding:url(x)", "background:image-set('x' 1x)", "color:var(--x)", "content:'x'",
    "list-style-image:cross-fade(url(x))", "background:url&#40;x)", "font-family:'x", "color:(red",
    "color:red)", "margin-left:-999px", "margin:calc(0px - 9px)", "opacity:0", "color", ":red",
    "color:", "@import 'x'", "color:<b>", "backgroundx:red", "background\u{0}-x y:red", "z-index:9",
    "width:ｅｘｐｒｅｓｓｉｏｎ(alert(1))",
  ])
  func `other styles are removed`(style: String) {
    #expect(HTMLSanitizer.sanitized("<p style=\"\(style)\">x</p>") == "<p>x</p>")
  }

  @Test func `elements beyond the depth limit are omitted, but not their text`() {
    for tag in ["b", "div", "table", "ul><li", "p><b", "a><i"] {
      let html = String(repeating: "<\(tag)>", count: 5_000) + "x"
      let safe = HTMLSanitizer.sanitized(html)
      #expect(safe.contains("x"))
      var depth = 0
      var deepest = 0
      for part in safe.split(separator: "<") {
        depth += part.hasPrefix("/") ? -1 : 1
        deepest = max(deepest, depth)
      }
      #expect(depth <= 1 && deepest <= 100, "\(tag)")
      #expect(HTMLSanitizer.sanitized(safe) == safe, "\(tag)")
    }
  }

  @Test func `small inputs do not produce unlimited output`() {
    let bold = String(repeating: "<font color=red face='a long name of a typeface'>", count: 8)
    let html = bold + String(repeating: "<p>x", count: 10_000)
    #expect(HTMLSanitizer.sanitized("<p>" + html).count < html.count * 3)
  }

  @Test func `time is proportional to the input`() {
    for unit in [
      "<", "<a ", "<a href=\"", "<!--", "</", "<script>", "&", "&#", "<b>", "</b>", "<p>",
    ] {
      let clock = ContinuousClock()
      let html = String(repeating: unit, count: 100_000 / unit.utf8.count)
      let time = clock.measure { _ = HTMLSanitizer.sanitized(html) }
      #expect(time < .seconds(3), "\(unit)")
    }
  }
}
