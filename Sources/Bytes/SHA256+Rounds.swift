/// The compression function of SHA-256 (FIPS 180-4 §6.2.2) with its 64 rounds written out. The
/// eight working variables change roles and are never moved. The message schedule is sixteen local
/// variables, each overwritten by the word sixteen rounds later. So everything stays in registers.
extension SHA256 {
  /// Adds `count` blocks of 64 bytes.
  @unsafe mutating func compressByRounds(_ bytes: UnsafeRawPointer, blocks count: Int) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<count {
      let block = unsafe bytes + index &* 64
      var w0 = unsafe word(block, 0)
      var w1 = unsafe word(block, 1)
      var w2 = unsafe word(block, 2)
      var w3 = unsafe word(block, 3)
      var w4 = unsafe word(block, 4)
      var w5 = unsafe word(block, 5)
      var w6 = unsafe word(block, 6)
      var w7 = unsafe word(block, 7)
      var w8 = unsafe word(block, 8)
      var w9 = unsafe word(block, 9)
      var w10 = unsafe word(block, 10)
      var w11 = unsafe word(block, 11)
      var w12 = unsafe word(block, 12)
      var w13 = unsafe word(block, 13)
      var w14 = unsafe word(block, 14)
      var w15 = unsafe word(block, 15)
      round(a, b, c, &d, e, f, g, &h, 0x428A_2F98 &+ w0)
      round(h, a, b, &c, d, e, f, &g, 0x7137_4491 &+ w1)
      round(g, h, a, &b, c, d, e, &f, 0xB5C0_FBCF &+ w2)
      round(f, g, h, &a, b, c, d, &e, 0xE9B5_DBA5 &+ w3)
      round(e, f, g, &h, a, b, c, &d, 0x3956_C25B &+ w4)
      round(d, e, f, &g, h, a, b, &c, 0x59F1_11F1 &+ w5)
      round(c, d, e, &f, g, h, a, &b, 0x923F_82A4 &+ w6)
      round(b, c, d, &e, f, g, h, &a, 0xAB1C_5ED5 &+ w7)
      round(a, b, c, &d, e, f, g, &h, 0xD807_AA98 &+ w8)
      round(h, a, b, &c, d, e, f, &g, 0x1283_5B01 &+ w9)
      round(g, h, a, &b, c, d, e, &f, 0x2431_85BE &+ w10)
      round(f, g, h, &a, b, c, d, &e, 0x550C_7DC3 &+ w11)
      round(e, f, g, &h, a, b, c, &d, 0x72BE_5D74 &+ w12)
      round(d, e, f, &g, h, a, b, &c, 0x80DE_B1FE &+ w13)
      round(c, d, e, &f, g, h, a, &b, 0x9BDC_06A7 &+ w14)
      round(b, c, d, &e, f, g, h, &a, 0xC19B_F174 &+ w15)
      extend(&w0, w1, w9, w14)
      round(a, b, c, &d, e, f, g, &h, 0xE49B_69C1 &+ w0)
      extend(&w1, w2, w10, w15)
      round(h, a, b, &c, d, e, f, &g, 0xEFBE_4786 &+ w1)
      extend(&w2, w3, w11, w0)
      round(g, h, a, &b, c, d, e, &f, 0x0FC1_9DC6 &+ w2)
      extend(&w3, w4, w12, w1)
      round(f, g, h, &a, b, c, d, &e, 0x240C_A1CC &+ w3)
      extend(&w4, w5, w13, w2)
      round(e, f, g, &h, a, b, c, &d, 0x2DE9_2C6F &+ w4)
      extend(&w5, w6, w14, w3)
      round(d, e, f, &g, h, a, b, &c, 0x4A74_84AA &+ w5)
      extend(&w6, w7, w15, w4)
      round(c, d, e, &f, g, h, a, &b, 0x5CB0_A9DC &+ w6)
      extend(&w7, w8, w0, w5)
      round(b, c, d, &e, f, g, h, &a, 0x76F9_88DA &+ w7)
      extend(&w8, w9, w1, w6)
      round(a, b, c, &d, e, f, g, &h, 0x983E_5152 &+ w8)
      extend(&w9, w10, w2, w7)
      round(h, a, b, &c, d, e, f, &g, 0xA831_C66D &+ w9)
      extend(&w10, w11, w3, w8)
      round(g, h, a, &b, c, d, e, &f, 0xB003_27C8 &+ w10)
      extend(&w11, w12, w4, w9)
      round(f, g, h, &a, b, c, d, &e, 0xBF59_7FC7 &+ w11)
      extend(&w12, w13, w5, w10)
      round(e, f, g, &h, a, b, c, &d, 0xC6E0_0BF3 &+ w12)
      extend(&w13, w14, w6, w11)
      round(d, e, f, &g, h, a, b, &c, 0xD5A7_9147 &+ w13)
      extend(&w14, w15, w7, w12)
      round(c, d, e, &f, g, h, a, &b, 0x06CA_6351 &+ w14)
      extend(&w15, w0, w8, w13)
      round(b, c, d, &e, f, g, h, &a, 0x1429_2967 &+ w15)
      extend(&w0, w1, w9, w14)
      round(a, b, c, &d, e, f, g, &h, 0x27B7_0A85 &+ w0)
      extend(&w1, w2, w10, w15)
      round(h, a, b, &c, d, e, f, &g, 0x2E1B_2138 &+ w1)
      extend(&w2, w3, w11, w0)
      round(g, h, a, &b, c, d, e, &f, 0x4D2C_6DFC &+ w2)
      extend(&w3, w4, w12, w1)
      round(f, g, h, &a, b, c, d, &e, 0x5338_0D13 &+ w3)
      extend(&w4, w5, w13, w2)
      round(e, f, g, &h, a, b, c, &d, 0x650A_7354 &+ w4)
      extend(&w5, w6, w14, w3)
      round(d, e, f, &g, h, a, b, &c, 0x766A_0ABB &+ w5)
      extend(&w6, w7, w15, w4)
      round(c, d, e, &f, g, h, a, &b, 0x81C2_C92E &+ w6)
      extend(&w7, w8, w0, w5)
      round(b, c, d, &e, f, g, h, &a, 0x9272_2C85 &+ w7)
      extend(&w8, w9, w1, w6)
      round(a, b, c, &d, e, f, g, &h, 0xA2BF_E8A1 &+ w8)
      extend(&w9, w10, w2, w7)
      round(h, a, b, &c, d, e, f, &g, 0xA81A_664B &+ w9)
      extend(&w10, w11, w3, w8)
      round(g, h, a, &b, c, d, e, &f, 0xC24B_8B70 &+ w10)
      extend(&w11, w12, w4, w9)
      round(f, g, h, &a, b, c, d, &e, 0xC76C_51A3 &+ w11)
      extend(&w12, w13, w5, w10)
      round(e, f, g, &h, a, b, c, &d, 0xD192_E819 &+ w12)
      extend(&w13, w14, w6, w11)
      round(d, e, f, &g, h, a, b, &c, 0xD699_0624 &+ w13)
      extend(&w14, w15, w7, w12)
      round(c, d, e, &f, g, h, a, &b, 0xF40E_3585 &+ w14)
      extend(&w15, w0, w8, w13)
      round(b, c, d, &e, f, g, h, &a, 0x106A_A070 &+ w15)
      extend(&w0, w1, w9, w14)
      round(a, b, c, &d, e, f, g, &h, 0x19A4_C116 &+ w0)
      extend(&w1, w2, w10, w15)
      round(h, a, b, &c, d, e, f, &g, 0x1E37_6C08 &+ w1)
      extend(&w2, w3, w11, w0)
      round(g, h, a, &b, c, d, e, &f, 0x2748_774C &+ w2)
      extend(&w3, w4, w12, w1)
      round(f, g, h, &a, b, c, d, &e, 0x34B0_BCB5 &+ w3)
      extend(&w4, w5, w13, w2)
      round(e, f, g, &h, a, b, c, &d, 0x391C_0CB3 &+ w4)
      extend(&w5, w6, w14, w3)
      round(d, e, f, &g, h, a, b, &c, 0x4ED8_AA4A &+ w5)
      extend(&w6, w7, w15, w4)
      round(c, d, e, &f, g, h, a, &b, 0x5B9C_CA4F &+ w6)
      extend(&w7, w8, w0, w5)
      round(b, c, d, &e, f, g, h, &a, 0x682E_6FF3 &+ w7)
      extend(&w8, w9, w1, w6)
      round(a, b, c, &d, e, f, g, &h, 0x748F_82EE &+ w8)
      extend(&w9, w10, w2, w7)
      round(h, a, b, &c, d, e, f, &g, 0x78A5_636F &+ w9)
      extend(&w10, w11, w3, w8)
      round(g, h, a, &b, c, d, e, &f, 0x84C8_7814 &+ w10)
      extend(&w11, w12, w4, w9)
      round(f, g, h, &a, b, c, d, &e, 0x8CC7_0208 &+ w11)
      extend(&w12, w13, w5, w10)
      round(e, f, g, &h, a, b, c, &d, 0x90BE_FFFA &+ w12)
      extend(&w13, w14, w6, w11)
      round(d, e, f, &g, h, a, b, &c, 0xA450_6CEB &+ w13)
      extend(&w14, w15, w7, w12)
      round(c, d, e, &f, g, h, a, &b, 0xBEF9_A3F7 &+ w14)
      extend(&w15, w0, w8, w13)
      round(b, c, d, &e, f, g, h, &a, 0xC671_78F2 &+ w15)
      a = a &+ state[0]
      b = b &+ state[1]
      c = c &+ state[2]
      d = d &+ state[3]
      e = e &+ state[4]
      f = f &+ state[5]
      g = g &+ state[6]
      h = h &+ state[7]
      state = [a, b, c, d, e, f, g, h]
    }
  }

  @inline(__always) @unsafe
  private func word(_ block: UnsafeRawPointer, _ index: Int) -> UInt32 {
    unsafe UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
  }

  @inline(__always)
  private func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
    _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ word: UInt32
  ) {
    let choice = g ^ (e & (f ^ g))
    let majority = (a & b) | (c & (a | b))
    let first = h &+ word &+ choice &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25))
    d = d &+ first
    h = first &+ majority &+ (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22))
  }

  /// Computes the schedule's word for 16 rounds later from the words 16, 15, 7 and 2 rounds before
  /// it.
  @inline(__always)
  private func extend(_ word: inout UInt32, _ next: UInt32, _ seventh: UInt32, _ second: UInt32) {
    let low = rotate(next, 7) ^ rotate(next, 18) ^ (next >> 3)
    let high = rotate(second, 17) ^ rotate(second, 19) ^ (second >> 10)
    word = word &+ low &+ seventh &+ high
  }

  @inline(__always)
  private func rotate(_ value: UInt32, _ bits: UInt32) -> UInt32 {
    value >> bits | value << (32 &- bits)
  }
}
