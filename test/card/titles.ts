/** The titles and accent colours of the reviewed cards: one for each script and for each kind of accent colour. The
 *  pictures are in test/golden/cards. */
export const titles: Readonly<Record<string, readonly [title: string, color: string]>> = {
  latin: ["Scan to join the workshop on Friday evening", "0f766e"],
  short: ["Launch day", "1d4ed8"],
  long: [
    `${"A title that says everything about the event, its place and its speakers ".repeat(3).slice(0, 199)}.`,
    "7c2d12",
  ],
  vietnamese: ["Chào mừng quý khách", "84cc16"],
  cyrillic: ["Приходите на открытие выставки", "be123c"],
  "long-word": ["Donaudampfschifffahrtsgesellschaftskapitän an Bord", "0e7490"],
  greek: ["Καλώς ήρθατε στην Αθήνα", "334155"],
  arabic: ["مرحبا بكم في مؤتمر ISO 18004 للرموز", "065f46"],
  hebrew: ["ברוכים הבאים ל-QR Café, קומה 3 (ליד הכניסה)", "4c1d95"],
  devanagari: ["क्यूआर कोड स्कैन करें और जुड़ें", "f59e0b"],
  thai: ["สแกนคิวอาร์โค้ดเพื่อลงทะเบียนเข้าร่วมงานสัมมนาประจำปี", "fde68a"],
  "chinese-simplified": ["扫描二维码，加入我们的发布会", "ffffff"],
  "chinese-traditional": ["掃描二維碼參加臺北設計週", "dc2626"],
  japanese: ["QRコードを読み取って、新製品発表会に参加しよう", "000000"],
  korean: ["QR 코드를 스캔하고 신제품 발표회에 참여하세요", "0ea5e9"],
  emoji: ["Family 👨‍👩‍👧‍👦 day 🏳️‍🌈 in 🇨🇭 & 🏴󠁧󠁢󠁳󠁣󠁴󠁿 👍🏽 1️⃣", "fbcfe8"],
  others: ["বাংলা தமிழ் తెలుగు ਪੰਜਾਬੀ ગુજરાતી ಕನ್ನಡ മലയാളം සිංහල ქართული Հայերեն አማርኛ ខ្មែរ ລາວ မြန်မာ", "1e3a8a"],
  missing: ["Not in any font: 𓀀 ꦄ 𐌰", "64748b"],
  marks: [`a${"\u0301".repeat(199)}`, "808080"],
  untitled: ["", "6d28d9"],
};

/** The text in the QR codes of these cards. */
export const goldenData = "https://example.com/launch";
