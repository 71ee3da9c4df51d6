// The sentence of each error code in three languages. The console and the driver app show it for errors without values.
import type { FieldErrorCode } from '../../contract/problem.ts'
import type { UiLanguage } from './words.ts'

export type LocalisedSentence = Record<UiLanguage, string>

export const codeSentences: Record<FieldErrorCode, LocalisedSentence> = {
  required: { en: 'Is required.', de: 'Pflichtangabe.', ar: 'هذا الحقل مطلوب.' },
  unknown: { en: 'Is unknown here.', de: 'Ist hier nicht bekannt.', ar: 'غير معروف هنا.' },
  read_only: { en: 'Is set by the service.', de: 'Das setzt der Dienst selbst.', ar: 'تضبطه الخدمة نفسها.' },
  type: { en: 'Has the wrong type.', de: 'Hat nicht die richtige Art.', ar: 'نوع القيمة غير صحيح.' },
  format: { en: 'Has the wrong form.', de: 'Hat nicht die richtige Form.', ar: 'الصيغة غير صحيحة.' },
  not_allowed: { en: 'Is not allowed here.', de: 'Ist hier nicht erlaubt.', ar: 'غير مسموح به هنا.' },
  out_of_range: {
    en: 'Is outside the possible range.',
    de: 'Liegt außerhalb dessen, was möglich ist.',
    ar: 'خارج الحدود الممكنة.',
  },
  too_short: { en: 'Cannot be empty.', de: 'Darf nicht leer sein.', ar: 'لا يمكن أن يكون فارغًا.' },
  too_long: { en: 'Is too long.', de: 'Ist zu lang.', ar: 'النص طويل جدًا.' },
  too_few: { en: 'There are too few.', de: 'Es sind zu wenige.', ar: 'العدد قليل جدًا.' },
  too_many: { en: 'There are too many.', de: 'Es sind zu viele.', ar: 'العدد كبير جدًا.' },
  too_large: {
    en: 'Is too large for one response.',
    de: 'Ist zu viel für eine Antwort.',
    ar: 'أكبر من أن يُرسل في رد واحد.',
  },
  too_deep: {
    en: 'The content is nested too deeply.',
    de: 'Der Inhalt ist zu tief verschachtelt.',
    ar: 'المحتوى متداخل أكثر من اللازم.',
  },
  duplicate: { en: 'Appears more than once.', de: 'Kommt mehr als einmal vor.', ar: 'مكرر.' },
  malformed: {
    en: 'The content is not well-formed.',
    de: 'Der Inhalt ist nicht wohlgeformt.',
    ar: 'المحتوى غير سليم البنية.',
  },
  invalid_text: {
    en: 'The text contains characters that are not allowed.',
    de: 'Der Text enthält unerlaubte Zeichen.',
    ar: 'في النص أحرف غير مسموح بها.',
  },
  invalid: { en: 'Is not valid.', de: 'Ist nicht gültig.', ar: 'غير صالح.' },
  one_of: {
    en: 'Exactly one of several fields is needed.',
    de: 'Genau eines von mehreren Feldern ist nötig.',
    ar: 'يلزم حقل واحد بالضبط من عدة حقول.',
  },
  order: { en: 'The order is wrong.', de: 'Die Reihenfolge stimmt nicht.', ar: 'الترتيب غير صحيح.' },
  range: {
    en: 'The end must be after the start and in the future.',
    de: 'Das Ende muss nach dem Beginn und in der Zukunft liegen.',
    ar: 'يجب أن تكون النهاية بعد البداية وفي المستقبل.',
  },
  mismatch: { en: 'Contradicts another value.', de: 'Widerspricht einer anderen Angabe.', ar: 'يتعارض مع قيمة أخرى.' },
  disagrees: { en: 'Does not match the outcome.', de: 'Passt nicht zum Ergebnis.', ar: 'لا يوافق النتيجة.' },
  ambiguous: {
    en: 'Is given in several ways that contradict each other.',
    de: 'Ist mehrfach und widersprüchlich angegeben.',
    ar: 'مذكور بأكثر من طريقة متعارضة.',
  },
  stale: { en: 'Was changed in the meantime.', de: 'Wurde inzwischen geändert.', ar: 'تغيّر في هذه الأثناء.' },
  changed: {
    en: 'Has changed since the proposal.',
    de: 'Hat sich seit dem Vorschlag geändert.',
    ar: 'تغيّر منذ إعداد المقترح.',
  },
  gone: { en: 'No longer exists.', de: 'Gibt es nicht mehr.', ar: 'لم يعد موجودًا.' },
  in_load: {
    en: 'The order is already part of a route.',
    de: 'Der Auftrag gehört schon zu einer Tour.',
    ar: 'الطلب ضمن مسار من قبل.',
  },
  exchange: {
    en: 'Orders move between these routes and others. Choose all of them.',
    de: 'Aufträge wechseln zwischen diesen und anderen Touren. Wählen Sie alle.',
    ar: 'تنتقل طلبات بين هذه المسارات وغيرها. اخترها كلها.',
  },
  surplus: {
    en: 'The row has cells without a header.',
    de: 'Die Zeile hat Zellen ohne Überschrift.',
    ar: 'في الصف خلايا بلا عنوان فوقها.',
  },
  unknown_reason: { en: 'This reason does not exist.', de: 'Diesen Grund gibt es nicht.', ar: 'لا يوجد سبب كهذا.' },
  unknown_token: {
    en: 'The text has a placeholder that does not exist.',
    de: 'Der Text hat einen Platzhalter, den es nicht gibt.',
    ar: 'في النص عنصر نائب غير موجود.',
  },
  size: {
    en: 'The file or image is too large or too small.',
    de: 'Die Datei oder das Bild ist zu groß oder zu klein.',
    ar: 'الملف أو الصورة أكبر أو أصغر من اللازم.',
  },
  damaged: { en: 'The file cannot be read.', de: 'Die Datei lässt sich nicht lesen.', ar: 'لا يمكن قراءة الملف.' },
  unsupported: {
    en: 'Files of this kind are not accepted.',
    de: 'Dateien dieser Art werden nicht angenommen.',
    ar: 'لا تُقبل الملفات من هذا النوع.',
  },
  limit: {
    en: 'There are too many for one request.',
    de: 'Es sind zu viele für eine Anfrage.',
    ar: 'العدد أكبر من أن يُرسل في طلب واحد.',
  },
  cursor: {
    en: 'The list has changed. Read it again from the start.',
    de: 'Die Liste hat sich geändert. Lesen Sie sie von vorn.',
    ar: 'تغيّرت القائمة. اقرأها من البداية.',
  },
  url: {
    en: 'The address cannot be used for a webhook.',
    de: 'Die Adresse taugt nicht für einen Webhook.',
    ar: 'لا يصلح العنوان لخطاف ويب.',
  },
  scope: {
    en: 'You do not have this permission yourself.',
    de: 'Diese Berechtigung haben Sie selbst nicht.',
    ar: 'لا تملك أنت هذا التصريح.',
  },
  ticket: {
    en: 'The permission for this stop is not valid for this driver.',
    de: 'Die Berechtigung für diesen Stopp gilt nicht für diesen Fahrer.',
    ar: 'تصريح هذه المحطة غير صالح لهذا السائق.',
  },
  wrong: { en: 'Is wrong.', de: 'Ist falsch.', ar: 'غير صحيح.' },
  common: {
    en: 'This password is easy to guess. Choose another one.',
    de: 'Dieses Passwort ist leicht zu erraten. Wählen Sie ein anderes.',
    ar: 'كلمة المرور هذه سهلة التخمين. اختر غيرها.',
  },
  known: { en: 'Is already in use.', de: 'Wird schon verwendet.', ar: 'مستخدم من قبل.' },
  no_password: {
    en: 'This account has no password.',
    de: 'Dieses Konto hat kein Passwort.',
    ar: 'ليس لهذا الحساب كلمة مرور.',
  },
  outside: {
    en: 'Single sign-on manages this.',
    de: 'Darum kümmert sich die einmalige Anmeldung (SSO).',
    ar: 'يتولى ذلك تسجيل الدخول الموحّد.',
  },
  further: { en: 'There are more errors.', de: 'Es gibt weitere Fehler.', ar: 'توجد أخطاء أخرى.' },
  bad_request: {
    en: 'The request was not accepted.',
    de: 'Die Angaben wurden nicht angenommen.',
    ar: 'لم تُقبل البيانات.',
  },
  unauthorized: {
    en: 'Sign in first, or check the password.',
    de: 'Anmeldung nötig, oder die Anmeldedaten stimmen nicht.',
    ar: 'يلزم تسجيل الدخول، أو بيانات الدخول غير صحيحة.',
  },
  second_factor: {
    en: 'Enter your second factor now.',
    de: 'Jetzt wird der zweite Faktor gebraucht.',
    ar: 'العامل الثاني مطلوب الآن.',
  },
  second_factor_required: {
    en: 'A second factor is required here. Add one on the account page.',
    de: 'Hier ist ein zweiter Faktor Pflicht. Richten Sie auf der Kontoseite einen ein.',
    ar: 'العامل الثاني إلزامي هنا. أضف واحدًا من صفحة الحساب.',
  },
  sign_in_again: {
    en: 'Confirm first who you are.',
    de: 'Bestätigen Sie zuerst, wer Sie sind.',
    ar: 'أكّد هويتك أولًا.',
  },
  token_permissions: {
    en: 'Your role does not allow this. Ask an owner of the environment.',
    de: 'Ihre Rolle erlaubt das nicht. Fragen Sie einen Inhaber der Umgebung.',
    ar: 'دورك لا يسمح بذلك. اسأل مالك البيئة.',
  },
  ticket_refused: {
    en: 'The permission for this stop is not valid or has expired.',
    de: 'Die Berechtigung für diesen Stopp gilt nicht oder ist abgelaufen.',
    ar: 'تصريح هذه المحطة غير صالح أو انتهت مدته.',
  },
  cross_site: {
    en: 'The change was sent from another site. Reload the page.',
    de: 'Die Änderung wurde von einer fremden Seite gesendet. Laden Sie die Seite neu.',
    ar: 'أُرسل التعديل من موقع آخر. أعد تحميل الصفحة.',
  },
  not_found: {
    en: 'This does not exist here, or no longer.',
    de: 'Das gibt es hier nicht oder nicht mehr.',
    ar: 'هذا غير موجود هنا، أو لم يعد موجودًا.',
  },
  method_not_allowed: {
    en: 'The service does not support this request.',
    de: 'Der Dienst kennt diesen Aufruf nicht.',
    ar: 'الخدمة لا تعرف هذا الاستدعاء.',
  },
  not_acceptable: {
    en: 'The service can respond with JSON only.',
    de: 'Der Dienst kann nur JSON antworten.',
    ar: 'لا تجيب الخدمة إلا بصيغة JSON.',
  },
  key_exists: {
    en: 'This key is already taken.',
    de: 'Diesen Schlüssel gibt es schon.',
    ar: 'هذا المفتاح مستخدم من قبل.',
  },
  name_exists: { en: 'This name is already taken.', de: 'Diesen Namen gibt es schon.', ar: 'هذا الاسم مستخدم من قبل.' },
  already_member: {
    en: 'The person already belongs to this environment.',
    de: 'Die Person gehört schon zu dieser Umgebung.',
    ar: 'الشخص عضو في هذه البيئة من قبل.',
  },
  last_owner: {
    en: 'The environment would have no owner. Make another person an owner first.',
    de: 'Die Umgebung hätte keinen Inhaber mehr. Machen Sie zuerst jemand anderen zum Inhaber.',
    ar: 'ستبقى البيئة بلا مالك. اجعل شخصًا آخر مالكًا أولًا.',
  },
  last_factor: {
    en: 'This is your last second factor, and one is required here. Add another one first.',
    de: 'Das ist Ihr letzter zweiter Faktor, und hier ist einer Pflicht. Fügen Sie zuerst einen anderen hinzu.',
    ar: 'هذا آخر عامل ثانٍ لديك، ووجوده إلزامي هنا. أضف عاملًا آخر أولًا.',
  },
  idempotency_conflict: {
    en: 'The same request was sent before with other content.',
    de: 'Derselbe Aufruf wurde schon mit anderem Inhalt gesendet.',
    ar: 'أُرسل الاستدعاء نفسه من قبل بمحتوى آخر.',
  },
  load_state: {
    en: 'The status of the route does not allow this change.',
    de: 'Der Status der Tour erlaubt diese Änderung nicht.',
    ar: 'حالة المسار لا تسمح بهذا التعديل.',
  },
  optimisation_state: {
    en: 'The state of the optimisation does not allow this.',
    de: 'Der Stand der Optimierung erlaubt das nicht.',
    ar: 'حالة عملية التحسين لا تسمح بذلك.',
  },
  import_state: {
    en: 'The state of the import does not allow this.',
    de: 'Der Stand des Imports erlaubt das nicht.',
    ar: 'حالة الاستيراد لا تسمح بذلك.',
  },
  plan_outdated: {
    en: 'Something has changed since the proposal. Start the optimisation again.',
    de: 'Seit dem Vorschlag hat sich etwas geändert. Starten Sie die Optimierung noch einmal.',
    ar: 'تغيّر شيء بعد إعداد المقترح. ابدأ عملية التحسين من جديد.',
  },
  pod_conflict: {
    en: 'A proof with this id exists with other content.',
    de: 'Einen Nachweis mit dieser ID gibt es schon, mit anderem Inhalt.',
    ar: 'يوجد إثبات بهذا المعرّف وبمحتوى آخر.',
  },
  notice_stopped: {
    en: 'The order forbids e-mails of this kind.',
    de: 'Der Auftrag verbietet Nachrichten dieser Art.',
    ar: 'الطلب يمنع الرسائل من هذا النوع.',
  },
  cursor_expired: {
    en: 'The service no longer stores events of that age.',
    de: 'Der Dienst speichert Ereignisse dieses Alters nicht mehr.',
    ar: 'لم تعد الخدمة تحفظ أحداثًا بهذا القدم.',
  },
  not_sandbox: {
    en: 'Only a sandbox can be reset.',
    de: 'Nur eine Umgebung zum Ausprobieren kann zurückgesetzt werden.',
    ar: 'لا يمكن إعادة ضبط إلا بيئة تجريبية.',
  },
  version_mismatch: {
    en: 'Another user has changed this. Look at the new state, then try again.',
    de: 'Jemand anders hat das inzwischen geändert. Sehen Sie den neuen Stand an und versuchen Sie es noch einmal.',
    ar: 'عدّله شخص آخر في هذه الأثناء. اطّلع على الحالة الجديدة وحاول مرة أخرى.',
  },
  body_too_large: { en: 'This is too large.', de: 'Das ist zu groß.', ar: 'الحجم كبير جدًا.' },
  unsupported_media_type: {
    en: 'The service does not accept this kind of file.',
    de: 'Der Dienst nimmt diese Art von Datei nicht.',
    ar: 'الخدمة لا تقبل هذا النوع من الملفات.',
  },
  unknown_depot: {
    en: 'This depot does not exist.',
    de: 'Dieses Depot gibt es nicht.',
    ar: 'لا يوجد مستودع بهذا المفتاح.',
  },
  unknown_vehicle: {
    en: 'This vehicle does not exist.',
    de: 'Dieses Fahrzeug gibt es nicht.',
    ar: 'لا توجد مركبة بهذا المفتاح.',
  },
  unknown_driver: {
    en: 'This driver does not exist.',
    de: 'Diesen Fahrer gibt es nicht.',
    ar: 'لا يوجد سائق بهذا المفتاح.',
  },
  unknown_channel: {
    en: 'This channel does not exist.',
    de: 'Diesen Kanal gibt es nicht.',
    ar: 'لا توجد قناة بهذا المفتاح.',
  },
  unknown_area: {
    en: 'This area does not exist.',
    de: 'Dieses Gebiet gibt es nicht.',
    ar: 'لا توجد منطقة بهذا المفتاح.',
  },
  unknown_load: {
    en: 'This route does not exist.',
    de: 'Diese Tour gibt es nicht.',
    ar: 'لا يوجد مسار بهذا المعرّف.',
  },
  unknown_consignment: {
    en: 'This order does not exist.',
    de: 'Diesen Auftrag gibt es nicht.',
    ar: 'لا يوجد طلب بهذا المعرّف.',
  },
  unknown_pod: {
    en: 'The proof to be replaced does not count, or no longer.',
    de: 'Der Nachweis, der ersetzt werden soll, gilt nicht oder nicht mehr.',
    ar: 'الإثبات المراد استبداله غير صالح أو لم يعد صالحًا.',
  },
  optimisation_limit: {
    en: 'The maximum number of optimisations is running. Wait for one, or cancel one.',
    de: 'Es laufen schon so viele Optimierungen, wie laufen dürfen. Warten Sie auf eine, oder brechen Sie eine ab.',
    ar: 'بلغ عدد عمليات التحسين حدّه. انتظر انتهاء واحدة أو ألغِها.',
  },
  import_limit: {
    en: 'The maximum number of imports is running. Wait for one, or cancel one.',
    de: 'Es laufen schon so viele Importe, wie laufen dürfen. Warten Sie auf einen, oder brechen Sie einen ab.',
    ar: 'بلغ عدد عمليات الاستيراد حدّه. انتظر انتهاء واحدة أو ألغِها.',
  },
  webhook_limit: {
    en: 'The environment has the maximum number of webhooks. Delete one first.',
    de: 'Mehr Webhooks kann die Umgebung nicht haben. Löschen Sie zuerst einen.',
    ar: 'بلغ عدد خطافات الويب حدّه. احذف واحدًا أولًا.',
  },
  token_limit: {
    en: 'The environment has the maximum number of tokens or OAuth clients. Revoke some first.',
    de: 'Mehr Token oder OAuth-Clients kann die Umgebung nicht haben. Widerrufen Sie zuerst einige.',
    ar: 'بلغ عدد رموز الوصول أو عملاء OAuth حدّه. أبطل بعضها أولًا.',
  },
  unknown_package: {
    en: 'This package does not belong to the order.',
    de: 'Dieses Packstück gehört nicht zum Auftrag.',
    ar: 'هذا الطرد ليس من الطلب.',
  },
  unknown_product_line: {
    en: 'This product line does not belong to the order.',
    de: 'Diese Position gehört nicht zum Auftrag.',
    ar: 'بند المنتج هذا ليس من الطلب.',
  },
  depot_rule: {
    en: 'The depot of the order does not match the depots of the route.',
    de: 'Das Depot des Auftrags passt nicht zu den Depots der Tour.',
    ar: 'مستودع الطلب لا يوافق مستودعات المسار.',
  },
  rate_limited: {
    en: 'Too many requests or attempts. Wait a moment.',
    de: 'Zu viele Anfragen oder Versuche. Warten Sie einen Moment.',
    ar: 'طلبات أو محاولات كثيرة جدًا. انتظر قليلًا.',
  },
  headers_too_large: { en: 'The request is too large.', de: 'Die Anfrage ist zu groß.', ar: 'الاستدعاء كبير جدًا.' },
  internal: {
    en: 'The service failed unexpectedly. Report this to the operator.',
    de: 'Der Dienst ist unerwartet gescheitert. Melden Sie es dem Betreiber.',
    ar: 'فشلت الخدمة فشلًا غير متوقع. أبلغ المشغّل.',
  },
  unavailable: {
    en: 'The service is not available now. No data was changed. Try again in a moment.',
    de: 'Der Dienst ist gerade nicht verfügbar. Es wurden keine Daten geändert. Versuchen Sie es gleich noch einmal.',
    ar: 'الخدمة غير متاحة الآن. لم تتغير أي بيانات. حاول مرة أخرى بعد قليل.',
  },
}

/** Codes with several causes: their sentence in German or Arabic is followed by the message of the API. */
export const vagueCodes: ReadonlySet<string> = new Set<FieldErrorCode>([
  ...(['bad_request', 'unknown', 'not_allowed', 'too_large', 'malformed', 'invalid', 'one_of'] as const),
  ...(['range', 'mismatch', 'disagrees', 'ambiguous', 'changed', 'in_load', 'exchange', 'unknown_token'] as const),
  ...(['size', 'unsupported', 'limit', 'url', 'ticket', 'wrong', 'known', 'outside'] as const),
])
