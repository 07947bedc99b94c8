import Bytes
import Markup

extension PopupWorkspace {
  /// Returns an image or chart for the current record; nil if the record has no data for it.
  mutating func media(_ plan: MediaPlan, in record: Span<UInt8>) -> PopupMedia? {
    switch plan.content {
    case .image(let source, let link):
      guard
        let address = HTMLAddress.allowed(string(of: source, in: record), isResource: true)
      else { return nil }
      let href = HTMLAddress.allowed(string(of: link, in: record), isResource: false)
      let alt = string(of: plan.alt, in: record)
      let title = string(of: plan.title, in: record)
      let caption = string(of: plan.caption, in: record)
      guard let picture = OnlinePicture(address: address) else {
        return .image(source: address, href: href, alt: alt, title: title, caption: caption)
      }
      onlinePictures &+= 1
      let isNamed = !alt.isEmpty
      return .onlineImage(
        source: address, text: isNamed ? alt : caption.isEmpty ? picture.name : caption,
        href: href == address ? nil : href, title: title, caption: isNamed ? caption : "")
    case .chart(let chart):
      let title = string(of: plan.title, in: record)
      guard let drawing = self.chart(chart, title: title, in: record) else { return nil }
      let alt = string(of: plan.alt, in: record)
      return .chart(
        svg: drawing.svg, alt: alt.isEmpty ? drawing.alternativeText : alt, title: title,
        caption: string(of: plan.caption, in: record))
    }
  }
}
