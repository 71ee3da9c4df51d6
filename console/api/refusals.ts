// What the service says when it refuses, in the languages of the console: by the code of the problem and by that of each fault.
import type { ProblemCode } from '../../contract/problem.ts'
import type { Language } from '../words/words.ts'

/** The service itself speaks English. */
type Other = Record<Exclude<Language, 'en'>, string>

const problems: Record<ProblemCode, Other> = {
  BAD_REQUEST: { de: 'Die Angaben wurden nicht angenommen.', ar: 'لم تُقبل البيانات.' },
  UNAUTHORIZED: {
    de: 'Anmeldung nötig, oder die Anmeldedaten stimmen nicht.',
    ar: 'يلزم تسجيل الدخول، أو بيانات الدخول غير صحيحة.',
  },
  SECOND_FACTOR: { de: 'Jetzt wird der zweite Faktor gebraucht.', ar: 'العامل الثاني مطلوب الآن.' },
  SECOND_FACTOR_REQUIRED: {
    de: 'Hier ist ein zweiter Faktor Pflicht. Richten Sie auf der Kontoseite einen ein.',
    ar: 'العامل الثاني إلزامي هنا. أضف واحدًا من صفحة الحساب.',
  },
  SIGN_IN_AGAIN: { de: 'Bestätigen Sie zuerst, wer Sie sind.', ar: 'أكّد هويتك أولًا.' },
  TOKEN_PERMISSIONS: {
    de: 'Ihre Rolle erlaubt das nicht. Fragen Sie einen Inhaber der Umgebung.',
    ar: 'دورك لا يسمح بذلك. اسأل مالك البيئة.',
  },
  TICKET_REFUSED: {
    de: 'Die Berechtigung für diesen Stopp gilt nicht oder ist abgelaufen.',
    ar: 'تصريح هذه المحطة غير صالح أو انتهت مدته.',
  },
  CROSS_SITE: {
    de: 'Die Änderung kam von einer fremden Seite. Laden Sie die Seite neu.',
    ar: 'جاء التعديل من موقع آخر. أعد تحميل الصفحة.',
  },
  NOT_FOUND: { de: 'Das gibt es hier nicht oder nicht mehr.', ar: 'هذا غير موجود هنا، أو لم يعد موجودًا.' },
  METHOD_NOT_ALLOWED: { de: 'Der Dienst kennt diesen Aufruf nicht.', ar: 'الخدمة لا تعرف هذا الاستدعاء.' },
  NOT_ACCEPTABLE: { de: 'Der Dienst kann nur JSON antworten.', ar: 'لا تجيب الخدمة إلا بصيغة JSON.' },
  KEY_EXISTS: { de: 'Diesen Schlüssel gibt es schon.', ar: 'هذا المفتاح مستخدم من قبل.' },
  NAME_EXISTS: { de: 'Diesen Namen gibt es schon.', ar: 'هذا الاسم مستخدم من قبل.' },
  ALREADY_MEMBER: { de: 'Die Person gehört schon zu dieser Umgebung.', ar: 'الشخص عضو في هذه البيئة من قبل.' },
  LAST_OWNER: {
    de: 'Die Umgebung hätte keinen Inhaber mehr. Machen Sie zuerst jemand anderen zum Inhaber.',
    ar: 'ستبقى البيئة بلا مالك. اجعل شخصًا آخر مالكًا أولًا.',
  },
  LAST_FACTOR: {
    de: 'Das ist Ihr letzter zweiter Faktor, und hier ist einer Pflicht. Fügen Sie zuerst einen anderen hinzu.',
    ar: 'هذا آخر عامل ثانٍ لديك، ووجوده إلزامي هنا. أضف عاملًا آخر أولًا.',
  },
  IDEMPOTENCY_CONFLICT: {
    de: 'Derselbe Aufruf wurde schon mit anderem Inhalt gesendet.',
    ar: 'أُرسل الاستدعاء نفسه من قبل بمحتوى آخر.',
  },
  LOAD_STATE: { de: 'Der Status der Tour erlaubt diese Änderung nicht.', ar: 'حالة الحمولة لا تسمح بهذا التعديل.' },
  OPTIMISATION_STATE: {
    de: 'Der Stand der Optimierung erlaubt das nicht.',
    ar: 'حالة عملية التحسين لا تسمح بذلك.',
  },
  IMPORT_STATE: {
    de: 'Der Stand des Imports erlaubt das nicht.',
    ar: 'حالة الاستيراد لا تسمح بذلك.',
  },
  PLAN_OUTDATED: {
    de: 'Seit dem Vorschlag hat sich etwas geändert. Starten Sie die Optimierung noch einmal.',
    ar: 'تغيّر شيء بعد إعداد المقترح. ابدأ عملية التحسين من جديد.',
  },
  POD_CONFLICT: {
    de: 'Einen Nachweis mit dieser ID gibt es schon, mit anderem Inhalt.',
    ar: 'يوجد إثبات بهذا المعرّف وبمحتوى آخر.',
  },
  NOTICE_STOPPED: {
    de: 'Der Auftrag verbietet Nachrichten dieser Art.',
    ar: 'الطلب يمنع الرسائل من هذا النوع.',
  },
  CURSOR_EXPIRED: { de: 'So alte Ereignisse sind nicht mehr da.', ar: 'لم تعد هذه الأحداث القديمة محفوظة.' },
  NOT_SANDBOX: {
    de: 'Nur eine Umgebung zum Ausprobieren kann zurückgesetzt werden.',
    ar: 'لا يمكن إعادة ضبط إلا بيئة تجريبية.',
  },
  VERSION_MISMATCH: {
    de: 'Jemand anders hat das inzwischen geändert. Sehen Sie den neuen Stand an und versuchen Sie es noch einmal.',
    ar: 'عدّله شخص آخر في هذه الأثناء. اطّلع على الحالة الجديدة وحاول مرة أخرى.',
  },
  BODY_TOO_LARGE: { de: 'Das ist zu groß.', ar: 'الحجم كبير جدًا.' },
  UNSUPPORTED_MEDIA_TYPE: {
    de: 'Der Dienst nimmt diese Art von Datei nicht.',
    ar: 'الخدمة لا تقبل هذا النوع من الملفات.',
  },
  UNKNOWN_DEPOT: { de: 'Dieses Depot gibt es nicht.', ar: 'لا يوجد مستودع بهذا المفتاح.' },
  UNKNOWN_VEHICLE: { de: 'Dieses Fahrzeug gibt es nicht.', ar: 'لا توجد مركبة بهذا المفتاح.' },
  UNKNOWN_DRIVER: { de: 'Diesen Fahrer gibt es nicht.', ar: 'لا يوجد سائق بهذا المفتاح.' },
  UNKNOWN_CHANNEL: { de: 'Diesen Kanal gibt es nicht.', ar: 'لا توجد قناة بهذا المفتاح.' },
  UNKNOWN_AREA: { de: 'Dieses Gebiet gibt es nicht.', ar: 'لا توجد منطقة بهذا المفتاح.' },
  UNKNOWN_LOAD: { de: 'Diese Tour gibt es nicht.', ar: 'لا توجد حمولة بهذا المعرّف.' },
  UNKNOWN_CONSIGNMENT: { de: 'Diesen Auftrag gibt es nicht.', ar: 'لا يوجد طلب بهذا المعرّف.' },
  UNKNOWN_POD: {
    de: 'Der Nachweis, der ersetzt werden soll, gilt nicht oder nicht mehr.',
    ar: 'الإثبات المراد استبداله غير صالح أو لم يعد صالحًا.',
  },
  OPTIMISATION_LIMIT: {
    de: 'Es laufen schon so viele Optimierungen, wie laufen dürfen. Warten Sie auf eine, oder brechen Sie eine ab.',
    ar: 'بلغ عدد عمليات التحسين حدّه. انتظر انتهاء واحدة أو ألغِها.',
  },
  IMPORT_LIMIT: {
    de: 'Es laufen schon so viele Importe, wie laufen dürfen. Warten Sie auf einen, oder brechen Sie einen ab.',
    ar: 'بلغ عدد عمليات الاستيراد حدّه. انتظر انتهاء واحدة أو ألغِها.',
  },
  WEBHOOK_LIMIT: {
    de: 'Mehr Webhooks kann die Umgebung nicht haben. Löschen Sie zuerst einen.',
    ar: 'بلغ عدد خطافات الويب حدّه. احذف واحدًا أولًا.',
  },
  TOKEN_LIMIT: {
    de: 'Mehr Token oder OAuth-Clients kann die Umgebung nicht haben. Widerrufen Sie zuerst einige.',
    ar: 'بلغ عدد رموز الوصول أو عملاء OAuth حدّه. أبطل بعضها أولًا.',
  },
  UNKNOWN_PACKAGE: {
    de: 'Dieses Packstück gehört nicht zum Auftrag.',
    ar: 'هذا الطرد ليس من الطلب.',
  },
  UNKNOWN_PRODUCT_LINE: {
    de: 'Diese Position gehört nicht zum Auftrag.',
    ar: 'بند المنتج هذا ليس من الطلب.',
  },
  DEPOT_RULE: {
    de: 'Das Depot des Auftrags passt nicht zu den Depots der Tour.',
    ar: 'مستودع الطلب لا يوافق مستودعات الحمولة.',
  },
  RATE_LIMITED: {
    de: 'Zu viele Anfragen oder Versuche. Warten Sie einen Moment.',
    ar: 'طلبات أو محاولات كثيرة جدًا. انتظر قليلًا.',
  },
  HEADERS_TOO_LARGE: { de: 'Die Anfrage ist zu groß.', ar: 'الاستدعاء كبير جدًا.' },
  INTERNAL: {
    de: 'Der Dienst ist unerwartet gescheitert. Melden Sie es dem Betreiber.',
    ar: 'فشلت الخدمة فشلًا غير متوقع. أبلغ المشغّل.',
  },
  UNAVAILABLE: {
    de: 'Der Dienst ist gerade nicht verfügbar. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
    ar: 'الخدمة غير متاحة الآن. لم يتغير شيء. حاول مرة أخرى بعد قليل.',
  },
}

interface FaultText extends Other {
  code: string
  /** What its sentence is like, where a code has several; what the sentence names stands in its groups. */
  like?: RegExp
}

/** The first that fits is said. */
const faults: FaultText[] = [
  { code: 'required', de: 'Pflichtangabe.', ar: 'هذا الحقل مطلوب.' },
  { code: 'too_short', like: /at least (\d+)/, de: 'Mindestens $1 Zeichen.', ar: 'لا يقل عن $1 من الأحرف.' },
  { code: 'too_short', de: 'Darf nicht leer sein.', ar: 'لا يمكن أن يكون فارغًا.' },
  { code: 'too_long', like: /than (\d+)/, de: 'Höchstens $1 Zeichen.', ar: 'لا يزيد على $1 من الأحرف.' },
  { code: 'out_of_range', like: /negative/, de: 'Darf nicht negativ sein.', ar: 'لا يمكن أن يكون سالبًا.' },
  { code: 'out_of_range', like: /at least (-?[\d.]+)\.$/, de: 'Mindestens $1.', ar: 'لا يقل عن $1.' },
  { code: 'out_of_range', like: /more than (-?[\d.]+)\.$/, de: 'Mehr als $1.', ar: 'أكثر من $1.' },
  { code: 'out_of_range', like: /at most (-?[\d.]+)\.$/, de: 'Höchstens $1.', ar: 'لا يزيد على $1.' },
  { code: 'out_of_range', de: 'Liegt außerhalb dessen, was möglich ist.', ar: 'خارج الحدود الممكنة.' },
  { code: 'type', like: /must be a (whole )?number/, de: 'Muss eine Zahl sein.', ar: 'يجب أن يكون رقمًا.' },
  { code: 'type', de: 'Hat nicht die richtige Art.', ar: 'نوع القيمة غير صحيح.' },
  {
    ...{ code: 'not_allowed', like: /outcome by now/ },
    de: 'Der Auftrag hat inzwischen ein Ergebnis. Öffnen Sie ihn und wählen Sie „Berichtigen“.',
    ar: 'للطلب نتيجة الآن. افتحه واختر «تصحيح».',
  },
  { code: 'not_allowed', like: /one of (.+)\.$/, de: 'Erlaubt sind: $1.', ar: 'القيم المسموح بها: $1.' },
  { code: 'too_many', like: /(\d+)/, de: 'Höchstens $1.', ar: 'لا يزيد العدد على $1.' },
  { code: 'too_few', like: /(\d+)/, de: 'Mindestens $1.', ar: 'لا يقل العدد عن $1.' },
  { code: 'duplicate', de: 'Kommt mehr als einmal vor.', ar: 'مكرر.' },
  { code: 'format', like: /`(.*)` cannot be read as a number/, de: '„$1“ ist keine Zahl.', ar: '«$1» ليس رقمًا.' },
  { code: 'format', like: /`(.*)` cannot be read as a date/, de: '„$1“ ist kein Datum.', ar: '«$1» ليس تاريخًا.' },
  {
    ...{ code: 'format', like: /`(.*)` cannot be read as one phone number/ },
    ...{ de: '„$1“ ist nicht eine einzelne Telefonnummer.', ar: '«$1» ليس رقم هاتف واحدًا.' },
  },
  {
    ...{ code: 'format', like: /`(.*)` cannot be read as yes or no/ },
    ...{ de: '„$1“ heißt weder ja noch nein.', ar: '«$1» لا يعني نعم ولا لا.' },
  },
  {
    ...{ code: 'format', like: /`(.*)` cannot be read as a JSON list/ },
    ...{ de: '„$1“ ist keine Liste in JSON.', ar: '«$1» ليس قائمة JSON.' },
  },
  {
    ...{ code: 'format', like: /`(.*)` has a time.*requiredFrom/ },
    de: '„$1“ hat eine Uhrzeit. In diese Spalte gehört nur ein Tag, Uhrzeiten in die Spalten des Zeitfensters.',
    ar: '«$1» فيه وقت. هذا العمود لليوم فقط، والأوقات في عمودي النافذة الزمنية.',
  },
  {
    ...{ code: 'format', like: /`(.*)` has a time/ },
    ...{ de: '„$1“ hat eine Uhrzeit. In diese Spalte gehört nur ein Tag.', ar: '«$1» فيه وقت. هذا العمود لليوم فقط.' },
  },
  {
    ...{ code: 'format', like: /`(.*)` is an error of the spreadsheet/ },
    de: '„$1“ ist ein Fehler der Tabelle. Korrigieren Sie die Formel, oder leeren Sie die Zelle.',
    ar: '«$1» خطأ في الجدول. صحّح الصيغة أو أفرغ الخلية.',
  },
  {
    ...{ code: 'format', like: /never calculated/ },
    de: 'Die Formel der Zelle wurde nie berechnet. Öffnen Sie die Datei in einer Tabellenkalkulation, und speichern Sie sie.',
    ar: 'لم تُحسب صيغة الخلية قط. افتح الملف في برنامج جداول واحفظه.',
  },
  { code: 'format', like: /date is missing/, de: 'Das Datum fehlt.', ar: 'التاريخ مفقود.' },
  {
    ...{ code: 'format', like: /`(.*)` is not a two-letter ISO 3166-1 code/ },
    de: '„$1“ ist kein Land, wie es zwei Buchstaben nennen, zum Beispiel DE.',
    ar: '«$1» ليس رمز بلد من حرفين، مثل DE.',
  },
  {
    ...{ code: 'surplus', like: /no header: (.*)\.$/ },
    de: 'Die Zeile hat Zellen, über denen keine Überschrift steht: $1.',
    ar: 'في الصف خلايا بلا عنوان فوقها: $1.',
  },
  { code: 'format', like: /e-mail/, de: 'Keine gültige E-Mail-Adresse.', ar: 'عنوان البريد الإلكتروني غير صالح.' },
  { code: 'format', like: /digits/, de: 'Nur Ziffern.', ar: 'أرقام فقط.' },
  { code: 'format', de: 'Hat nicht die richtige Form.', ar: 'الصيغة غير صحيحة.' },
  { code: 'read_only', de: 'Das setzt der Dienst selbst.', ar: 'تضبطه الخدمة نفسها.' },
  {
    ...{ code: 'order', like: /requiredFrom/ },
    de: 'Das Zeitfenster endet, bevor es beginnt.',
    ar: 'تنتهي النافذة الزمنية قبل أن تبدأ.',
  },
  { code: 'order', de: 'Die Reihenfolge stimmt nicht.', ar: 'الترتيب غير صحيح.' },
  { code: 'stale', de: 'Wurde inzwischen geändert.', ar: 'تغيّر في هذه الأثناء.' },
  { code: 'key_exists', like: /`([^`]+)`/, de: 'Den Schlüssel „$1“ gibt es schon.', ar: 'المفتاح «$1» مستخدم من قبل.' },
  { code: 'key_exists', de: 'Diesen Schlüssel gibt es schon.', ar: 'هذا المفتاح مستخدم من قبل.' },
  { code: 'wrong', like: /assword/, de: 'Das Passwort ist falsch.', ar: 'كلمة المرور خاطئة.' },
  { code: 'wrong', like: /code/, de: 'Der Code ist falsch.', ar: 'الرمز خاطئ.' },
  {
    code: 'common',
    de: 'Dieses Passwort ist leicht zu erraten. Wählen Sie ein anderes.',
    ar: 'كلمة المرور هذه سهلة التخمين. اختر غيرها.',
  },
  { code: 'scope', like: /`([^`]+)`/, de: '„$1“ haben Sie selbst nicht.', ar: 'لا تملك أنت «$1».' },
  { code: 'unknown_depot', like: /`([^`]+)`/, de: 'Das Depot „$1“ gibt es nicht.', ar: 'لا يوجد مستودع «$1».' },
  { code: 'unknown_vehicle', like: /`([^`]+)`/, de: 'Das Fahrzeug „$1“ gibt es nicht.', ar: 'لا توجد مركبة «$1».' },
  { code: 'unknown_driver', like: /`([^`]+)`/, de: 'Den Fahrer „$1“ gibt es nicht.', ar: 'لا يوجد سائق «$1».' },
  { code: 'unknown_channel', like: /`([^`]+)`/, de: 'Den Kanal „$1“ gibt es nicht.', ar: 'لا توجد قناة «$1».' },
  { code: 'unknown_area', like: /`([^`]+)`/, de: 'Das Gebiet „$1“ gibt es nicht.', ar: 'لا توجد منطقة «$1».' },
  { code: 'unknown_load', like: /`([^`]+)`/, de: 'Die Tour „$1“ gibt es nicht.', ar: 'لا توجد حمولة «$1».' },
  { code: 'unknown_consignment', like: /`([^`]+)`/, de: 'Den Auftrag „$1“ gibt es nicht.', ar: 'لا يوجد طلب «$1».' },
  {
    code: 'depot_rule',
    like: /delivery from depot `([^`]+)`.* the load starts at `([^`]+)`/,
    de: 'Eine Lieferung aus dem Depot „$1“ braucht eine Tour, die dort beginnt; diese beginnt in „$2“.',
    ar: 'يحتاج التوصيل من المستودع «$1» إلى حمولة تبدأ منه، وهذه تبدأ من «$2».',
  },
  {
    code: 'depot_rule',
    like: /delivery from depot `([^`]+)`/,
    de: 'Eine Lieferung aus dem Depot „$1“ braucht eine Tour, die dort beginnt; diese beginnt in keinem Depot.',
    ar: 'يحتاج التوصيل من المستودع «$1» إلى حمولة تبدأ منه، وهذه لا تبدأ من أي مستودع.',
  },
  {
    code: 'depot_rule',
    like: /collection to depot `([^`]+)`.* the load ends at `([^`]+)`/,
    de: 'Eine Abholung für das Depot „$1“ braucht eine Tour, die dort endet; diese endet in „$2“.',
    ar: 'يحتاج الاستلام إلى المستودع «$1» إلى حمولة تنتهي فيه، وهذه تنتهي في «$2».',
  },
  {
    code: 'depot_rule',
    like: /collection to depot `([^`]+)`/,
    de: 'Eine Abholung für das Depot „$1“ braucht eine Tour, die dort endet; diese endet in keinem Depot.',
    ar: 'يحتاج الاستلام إلى المستودع «$1» إلى حمولة تنتهي فيه، وهذه لا تنتهي في أي مستودع.',
  },
  {
    code: 'load_state',
    de: 'Der Status der Tour erlaubt diese Änderung nicht.',
    ar: 'حالة الحمولة لا تسمح بهذا التعديل.',
  },
  { code: 'unknown', like: /`([^`]+)`/, de: '„$1“ ist hier nicht bekannt.', ar: '«$1» غير معروف هنا.' },
]

/** Undefined where there is no sentence for it. */
function known({ code, message }: Told, language: keyof Other): string | undefined {
  for (const text of faults) {
    const found = text.code === code && (text.like ?? /^/).exec(message)
    if (found) return text[language].replace(/\$(\d)/g, (_, group) => found[Number(group)] ?? '')
  }
  return undefined
}

/** Codes are an open list: later versions of the service may say more. */
interface Told {
  code: string
  message: string
}

/** What is wrong with one value. What has no sentence of its own is said as the service says it. */
export const faultText = (fault: Told, language: Language): string =>
  language === 'en' ? fault.message : (known(fault, language) ?? fault.message)

export interface Refusal {
  code?: string | undefined
  message?: string | undefined
  errors?: readonly Told[] | undefined
}

/** Why a request, or a row of many, was refused, in one sentence. */
export function refusalText({ code, message = '', errors = [] }: Refusal, language: Language): string {
  const [first] = errors
  if (language === 'en') return first?.message ?? message
  const problem = problems[code as ProblemCode]?.[language]
  const fault = first && known(first, language)
  if (fault !== undefined) return fault
  // What is wrong with the request stands only in its own words.
  if (problem === undefined || code === 'BAD_REQUEST')
    return [problem, first?.message ?? message].filter(Boolean).join(' ')
  return problem
}
