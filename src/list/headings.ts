import { rows as optionRows } from "../options/table.ts";
import { kinds } from "../payload/payload.ts";

/** Common headings of the columns for a field, or for a field of a single kind, in English, German, French, Spanish,
 *  Portuguese, Japanese, Chinese and Arabic. If a heading matches several fields, the first one counts. */
const HEADINGS: Readonly<Record<string, string>> = {
  file: "file name, filename, dateiname, datei, nom du fichier, fichier, nombre de archivo, archivo, nome do arquivo, arquivo, ficheiro, ファイル名, 文件名, اسم الملف",
  caption:
    "caption, label, name, title, designation, inscription, beschriftung, bezeichnung, aufschrift, titel, étiquette, libellé, légende, nom, titre, etiqueta, leyenda, nombre, título, legenda, rótulo, nome, ラベル, 名前, 名称, 品名, タイトル, 标签, 标题, 名字, التسمية, الاسم, العنوان",
  url: "url, urls, link, links, website, web site, web, web address, address url, homepage, adresse web, webseite, internetadresse, internet, lien, site, site web, enlace, sitio web, página web, dirección web, ligação, endereço web, página, リンク, ウェブサイト, ホームページ, 网址, 链接, 网站, 連結, الرابط, رابط, الموقع, الموقع الإلكتروني, webadresse",
  text: "text, texts, data, content, code, qr, qr code, qrcode, inhalt, daten, texte, contenu, texto, contenido, datos, conteúdo, dados, テキスト, 内容, データ, 文本, 文字, 数据, النص, نص, المحتوى, البيانات",
  ssid: "ssid, network, network name, wifi, wi-fi, wlan, wifi name, netzwerk, netzwerkname, wlan name, réseau, nom du réseau, red, nombre de la red, rede, nome da rede, ネットワーク, ネットワーク名, 网络, 网络名称, 无线网络, الشبكة, اسم الشبكة",
  password:
    "password, passphrase, pass, pw, wifi password, key, passwort, kennwort, wlan passwort, schlüssel, mot de passe, clé, contraseña, clave, senha, palavra-passe, パスワード, 密码, كلمة المرور, كلمة السر",
  security:
    "security, encryption, sicherheit, verschlüsselung, sécurité, chiffrement, seguridad, cifrado, segurança, criptografia, セキュリティ, 暗号化, 安全性, 加密, الأمان, التشفير",
  hidden:
    "hidden, hidden network, versteckt, caché, masqué, oculto, oculta, 非表示, 隐藏, مخفية, شبكة مخفية, ausgeblendetes netzwerk, red oculta, réseau masqué, 非公開ネットワーク, rede oculta, 隐藏网络",
  firstName:
    "first name, firstname, given name, forename, vorname, prénom, nombre, nombre de pila, nome próprio, primeiro nome, 名, 名字, الاسم الأول",
  lastName:
    "last name, lastname, surname, family name, nachname, familienname, zuname, nom de famille, apellido, apellidos, sobrenome, apelido, 姓, 姓氏, 苗字, اسم العائلة, اللقب",
  organization:
    "organization, organisation, company, employer, firma, unternehmen, entreprise, société, empresa, organización, compañía, organização, companhia, 会社, 会社名, 組織, 公司, 单位, الشركة, المؤسسة, 会社・団体",
  job: "job, job title, position, role, function, beruf, funktion, stelle, poste, fonction, puesto, cargo, función, função, 役職, 职位, 职务, المنصب, الوظيفة, المسمى الوظيفي",
  phone:
    "phone, phone number, telephone, tel, telefon, telefonnummer, téléphone, numéro de téléphone, teléfono, número de teléfono, telefone, número de telefone, 電話, 電話番号, 电话, 电话号码, الهاتف, رقم الهاتف",
  mobile:
    "mobile, mobile phone, cell, cell phone, handy, handynummer, mobil, mobiltelefon, portable, mobile téléphone, móvil, celular, telemóvel, 携帯, 携帯電話, 手机, 手机号, الجوال, المحمول, الهاتف الجوّال, teléfono móvil",
  workPhone:
    "work phone, office phone, business phone, telefon geschäftlich, diensttelefon, téléphone professionnel, teléfono del trabajo, telefone comercial, 勤務先電話, 工作电话, هاتف العمل, telefon (arbeit), téléphone pro, telefone do trabalho",
  email:
    "e-mail, email, mail, e-mail address, e-mail-adresse, mail-adresse, courriel, adresse e-mail, correo, correo electrónico, メール, メールアドレス, 邮箱, 电子邮件, 邮件, البريد الإلكتروني, بريد إلكتروني",
  to: "to, recipient, e-mail, email, mail, an, empfänger, destinataire, para, destinatario, destinatário, 宛先, 收件人, إلى",
  street:
    "street, street address, straße, strasse, straße und hausnummer, rue, calle, rua, 番地, 街道, الشارع, 町名・番地, 街道地址",
  city: "city, town, ort, stadt, ville, ciudad, cidade, 市区町村, 城市, المدينة",
  region:
    "region, state, province, bundesland, kanton, région, provincia, estado, 都道府県, 省, المنطقة, estado o provincia, estado ou região, 省份",
  postcode:
    "postcode, post code, postal code, zip, zip code, plz, postleitzahl, code postal, código postal, cep, 郵便番号, 邮编, 邮政编码, الرمز البريدي",
  country: "country, land, pays, país, 国, 国家, الدولة, البلد, 国・地域, 国家/地区",
  birthday:
    "birthday, date of birth, geburtstag, geburtsdatum, anniversaire, date de naissance, cumpleaños, fecha de nacimiento, aniversário, data de nascimento, 誕生日, 生年月日, 生日, 出生日期, تاريخ الميلاد",
  note: "note, notes, remark, comment, notiz, bemerkung, anmerkung, remarque, nota, notas, observaciones, observações, メモ, 備考, 备注, ملاحظة, ملاحظات, notizen",
  address: "address, adresse, anschrift, dirección, endereço, morada, 住所, 地址, العنوان",
  title:
    "title, event, summary, subject, titel, veranstaltung, termin, betreff, titre, événement, título, evento, タイトル, イベント, 标题, 活动, العنوان, الحدث",
  start:
    "start, begin, from, starts, start date, date, beginn, anfang, von, datum, début, du, date de début, inicio, comienzo, desde, fecha, início, começo, 開始, 開始日, 日付, 开始, 开始时间, 日期, البداية, التاريخ",
  end: "end, ends, until, end date, ende, bis, fin, au, date de fin, hasta, fim, término, até, 終了, 終了日, 结束, 结束时间, النهاية",
  location:
    "location, place, venue, ort, veranstaltungsort, lieu, endroit, lugar, ubicación, local, 場所, 地点, المكان, الموقع",
  description:
    "description, details, beschreibung, détails, descripción, detalles, descrição, detalhes, 説明, 描述, 说明, الوصف",
  latitude: "latitude, lat, breite, breitengrad, latitud, 緯度, 纬度, خط العرض",
  longitude: "longitude, lon, lng, long, länge, längengrad, longitud, 経度, 经度, خط الطول",
  altitude:
    "altitude, elevation, höhe, altitud, 高度, 海拔, الارتفاع, altitude in metres, الارتفاع بالأمتار, höhe in metern, altitud en metros, altitude en mètres, 標高（m）, altitude em metros, 海拔（米）",
  name: "name, recipient, beneficiary, empfänger, nom, bénéficiaire, nombre, beneficiario, nome, beneficiário, 名前, 受取人, 名称, 收款人, الاسم, المستفيد",
  number:
    "number, phone, phone number, telephone, tel, mobile, nummer, telefon, telefonnummer, handy, numéro, téléphone, número, teléfono, móvil, telefone, celular, 番号, 電話, 電話番号, 号码, 电话, 手机, الرقم, الهاتف",
  message: "message, sms, nachricht, mensaje, mensagem, メッセージ, 消息, 短信, الرسالة",
  subject: "subject, betreff, objet, sujet, asunto, assunto, 件名, 主题, الموضوع",
  body: "body, message, text, nachricht, texte, corps, cuerpo, mensaje, texto, corpo, mensagem, 本文, 正文, نص الرسالة",
  iban: "iban, account, konto, compte, cuenta, conta, 口座, 账户, الحساب",
  bic: "bic, swift, bic/swift",
  amount:
    "amount, price, sum, betrag, preis, summe, montant, prix, importe, precio, monto, valor, preço, montante, 金額, 価格, 金额, 价格, المبلغ, السعر",
  reference:
    "reference, référence, referencia, referência, 参照, المرجع, creditor reference, مرجع الدائن, zahlungsreferenz, referencia del acreedor, référence du créancier, 債権者参照番号, referência do credor, 收款人参考号",
  gtin: "gtin, ean, upc, barcode, article number, artikelnummer, code-barres, código de barras, バーコード, 条码, الباركود",
  serial:
    "serial, serial number, seriennummer, numéro de série, número de serie, número de série, シリアル番号, 序列号, الرقم التسلسلي",
  batch: "batch, lot, charge, charge nr, lote, ロット, 批次, الدفعة, رقم التشغيلة, ロット番号, 批号",
  account:
    "account, user, user name, username, konto, benutzer, benutzername, compte, utilisateur, cuenta, usuario, conta, usuário, ユーザー, 账号, 用户名, الحساب, アカウント",
  "sepa.text":
    "verwendungszweck, zweck, concepto, 附言, بيان التحويل, motif du virement, 受取人へのメッセージ, descrição da transferência, 转账附言",
  secret:
    "secret, key, geheimnis, schlüssel, clé secrète, secreto, segredo, 秘密鍵, 密钥, السر, المفتاح السري, geheimer schlüssel, clave secreta, シークレットキー, chave secreta",
  method: "eap method, طريقة eap, eap-methode, método eap, méthode eap, eap方式, eap 方法",
  phase2:
    "inner authentication, المصادقة الداخلية, innere authentifizierung, autenticación interna, authentification interne, 内部認証, autenticação interna, 内部身份验证",
  anonymous:
    "outer identity, الهوية الخارجية, äußere identität, identidad externa, identité externe, 外部id, identidade externa, 外部身份",
  "sepa.amount":
    "amount in euros, المبلغ باليورو, betrag in euro, importe en euros, montant en euros, 金額（ユーロ）, valor em euros, 金额（欧元）",
  info: "note to the payer, ملاحظة إلى الدافع, hinweis für den zahler, nota para el pagador, message au payeur, 支払人へのメモ, nota para o pagador, 给付款人的备注",
  "bitcoin.amount":
    "amount in btc, المبلغ بعملة btc, betrag in btc, importe en btc, montant en btc, 金額（btc）, valor em btc, 金额（btc）",
  label: "recipient, المستفيد, empfänger, destinatario, bénéficiaire, 受取人, destinatário, 收款人",
  expiry:
    "expiry (yymmdd), انتهاء الصلاحية (yymmdd), verfallsdatum (jjmmtt), vencimiento (aammdd), péremption (aammjj), 有効期限（yymmdd）, validade (aammdd), 有效期至（yymmdd）",
  identity: "الهوية, identität, identidad, identité, identidade, 身份",
  "mecard.address": "العنوان البريدي, dirección postal, adresse postale, endereço postal",
  issuer: "جهة الإصدار, anbieter, emisor, émetteur, 発行元, emissor, 发行方",
  purpose: "غرض التحويل, zweckcode, código de propósito, code motif, 目的コード, código de finalidade, 用途代码",
  cc: "نسخة إلى, 抄送",
  bcc: "نسخة مخفية إلى, cco, cci, 密送",
  "sms.message": "نص الرسالة, 短信内容",
  "geo.name": "اسم المكان, nombre del lugar, nom du lieu, 場所の名前, nome do lugar, 地点名称",
  variant: "متغيّر المنتج, variante, バリエーション, 款式",
  "sepa.name": "destinatario, destinatário",
  "bitcoin.address": "アドレス",
  "bitcoin.message": "留言",
};

/** Headings of columns whose values are good file names. Used if there is no column for file names. */
const NAMES =
  "name, names, label, guest, table, table number, room, place, no, number, id, gast, tisch, tischnummer, zimmer, raum, platz, nr, nummer, bezeichnung, nom, table n°, chambre, numéro, nombre, mesa, habitación, número, nome, quarto, 名前, テーブル, 部屋, 番号, 名称, 桌号, 房间, 编号, الاسم, الطاولة, الغرفة, الرقم";

/** Headings of full names. In contacts, a full name becomes the last name, because programs display the first name and the
 *  last name together. */
const FULL_NAMES =
  "name, full name, name and surname, vor- und nachname, nom, nom complet, nombre completo, nome, nome completo, 名前, 氏名, 姓名, الاسم, الاسم الكامل";

export function plainHeading(heading: string): string {
  return heading
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(", ").map(plainHeading));
const synonyms: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(HEADINGS).map(([field, words]) => [field, setOf(field.includes(".") ? words : `${field}, ${words}`)]),
);
const nameHeadings = setOf(NAMES);
const fullNames = setOf(FULL_NAMES);
const optionNames: ReadonlyMap<string, string> = new Map(
  optionRows.map(([name]) => [plainHeading(name), name] as const).filter(([, name]) => name !== "data"),
);
const fieldNames = new Set(kinds.flatMap(({ fields }) => Object.keys(fields).map(plainHeading)));

/** Returns whether `heading` is a common heading of any column. */
export function isKnownHeading(heading: string): boolean {
  const plain = plainHeading(heading);
  if (plain === "") return false;
  if (fieldNames.has(plain) || optionNames.has(plain) || nameHeadings.has(plain)) return true;
  return [...synonyms.values()].some((words) => words.has(plain));
}

/** Returns the option that a heading names, such as `dotStyle` for "Dot style". */
export function optionOf(heading: string): string | undefined {
  return optionNames.get(plainHeading(heading));
}

/** Returns the index of the first free column with a synonym of a field of `kind`, or -1. */
function synonymFor(field: string, plain: readonly string[], taken: ReadonlySet<number>, kind: string): number {
  const words = [synonyms.get(`${kind}.${field}`), synonyms.get(field)];
  return plain.findIndex((heading, at) => !taken.has(at) && words.some((known) => known?.has(heading)));
}

/** Returns the columns for `fields` of the kind called `kind` by their headings. Each column is used once. */
export function guessColumns(headings: readonly string[], fields: readonly string[], kind = ""): Found {
  const found = columnsFor(headings, fields, kind);
  const at = headings.findIndex((heading) => fullNames.has(plainHeading(heading)));
  const isFree = at >= 0 && !Object.values(found).includes(at);
  if (!isFree || !fields.includes("lastName")) return found;
  if (found.lastName === undefined) return { ...found, lastName: at };
  // Next to a column for last names, a column for names contains first names.
  return found.firstName === undefined ? { ...found, firstName: at } : found;
}

type Found = Readonly<Record<string, number>>;

function columnsFor(headings: readonly string[], fields: readonly string[], kind = ""): Found {
  const plain = headings.map(plainHeading);
  const found: Record<string, number> = {};
  const taken = new Set<number>();
  for (const find of [
    (field: string) => plain.indexOf(plainHeading(field)),
    (field: string) => synonymFor(field, plain, taken, kind),
  ]) {
    for (const field of fields) {
      const at = found[field] === undefined ? find(field) : -1;
      if (at < 0 || taken.has(at)) continue;
      found[field] = at;
      taken.add(at);
    }
  }
  return found;
}

/** Returns the column whose values make the best file names, or undefined. */
export function guessFileColumn(headings: readonly string[]): number | undefined {
  const { file } = columnsFor(headings, ["file"]);
  const named = headings.findIndex((heading) => nameHeadings.has(plainHeading(heading)));
  return file ?? (named >= 0 ? named : undefined);
}

/** Returns the column with the captions of labels, or undefined. */
export function captionColumn(headings: readonly string[]): number | undefined {
  return columnsFor(headings, ["caption"]).caption;
}

/** The fields that identify a kind: a table must have at least one field of each group. Kinds with more specific fields come
 *  first. */
const MARKS: readonly (readonly [kind: string, ...groups: readonly (readonly string[])[]])[] = [
  ["wifi", ["ssid"], ["password", "security"]],
  ["event", ["title"], ["start"]],
  // "Account" can also be a heading for IBANs.
  ["otp", ["account"], ["secret"]],
  ["sepa", ["iban"]],
  ["geo", ["latitude"], ["longitude"]],
  ["product", ["gtin"]],
  ["vcard", ["firstName"], ["lastName"]],
  ["vcard", ["firstName", "lastName"], ["phone", "mobile", "email", "organization"]],
];

/** Fields of contacts that have a column for the full name. */
const CONTACT = ["lastName", "phone", "mobile", "email"];

/** Kinds with fields that are also common in tables with links. In such tables, the links are probably the content. */
const IN_LINKS = ["geo", "product"];

/** Returns the name of the kind whose fields the headings name; undefined if no kind is likely. */
export function guessKind(headings: readonly string[]): string | undefined {
  for (const [kind, ...groups] of MARKS) {
    const found = columnsFor(headings, [...groups.flat(), "url"]);
    if (IN_LINKS.includes(kind) && found.url !== undefined) continue;
    if (groups.every((group) => group.some((field) => found[field] !== undefined))) return kind;
  }
  const { lastName, phone, mobile, email, url } = guessColumns(headings, [...CONTACT, "url"]);
  return lastName !== undefined && url === undefined && (phone ?? mobile ?? email) !== undefined ? "vcard" : undefined;
}
