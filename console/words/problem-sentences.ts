// The sentences of errors that concern a limit, a state, a file or a proof, by code and variant, in three languages.
import { codeSentences, type LocalisedSentence } from './error-codes.ts'
import { available, joinSentences, nearest, type Sentences } from './sentences.ts'

const unknownPlaceholder: LocalisedSentence = {
  en: 'The placeholder {name} does not exist.',
  de: 'Den Platzhalter „{name}“ gibt es nicht.',
  ar: 'لا يوجد عنصر نائب «{name}».',
}

export const problemSentences = {
  too_large: {
    maxBytes: {
      en: 'The images have more than {maxBytes}: open them one by one.',
      de: 'Die Bilder haben mehr als {maxBytes}. Öffnen Sie sie einzeln.',
      ar: 'حجم الصور أكبر من {maxBytes}. افتحها واحدة واحدة.',
    },
  },
  too_deep: {
    max: {
      en: 'The content has more than {max} levels.',
      de: 'Der Inhalt hat mehr als {max} Ebenen.',
      ar: 'للمحتوى أكثر من {max} من المستويات.',
    },
  },
  size: {
    maxBytes: {
      en: 'The image is larger than {maxBytes}.',
      de: 'Das Bild ist größer als {maxBytes}.',
      ar: 'الصورة أكبر من {maxBytes}.',
    },
    'height maxPixels maxSide width': {
      en: 'The image has {width} × {height} pixels. The limit is {maxSide} for each side and {maxPixels} in total.',
      de: 'Das Bild hat {width} × {height} Pixel. Erlaubt sind {maxSide} je Seite und {maxPixels} insgesamt.',
      ar: 'في الصورة {width} × {height} بكسل. الحد {maxSide} لكل جانب و{maxPixels} في المجموع.',
    },
  },
  body_too_large: {
    maxBytes: {
      en: 'This is larger than {maxBytes}.',
      de: 'Das ist größer als {maxBytes}.',
      ar: 'الحجم أكبر من {maxBytes}.',
    },
  },
  unsupported_media_type: {
    'reason=pdf': {
      en: 'This is a PDF file, not a table: export the orders as .xlsx or .csv and import that.',
      de: 'Das ist eine PDF-Datei, keine Tabelle. Exportieren Sie die Aufträge als .xlsx oder .csv.',
      ar: 'هذا ملف PDF وليس جدولًا. صدّر الطلبات بصيغة ‎.xlsx أو ‎.csv واستوردها.',
    },
    'reason=other_kind': {
      en: 'This kind of file cannot be read. Save it as .xlsx or .csv and import that.',
      de: 'Diese Art von Datei lässt sich nicht lesen. Speichern Sie sie als .xlsx oder .csv.',
      ar: 'لا يمكن قراءة هذا النوع من الملفات. احفظه بصيغة ‎.xlsx أو ‎.csv واستورده.',
    },
    allowed: {
      en: 'The service accepts only {allowed} here.',
      de: 'Der Dienst nimmt hier nur {allowed}.',
      ar: 'لا تقبل الخدمة هنا إلا {allowed}.',
    },
  },
  method_not_allowed: {
    allowed: {
      en: 'Only {allowed} is possible here.',
      de: 'Hier ist nur {allowed} möglich.',
      ar: 'لا يمكن هنا إلا {allowed}.',
    },
  },
  limit: {
    max: { en: 'Choose at most {max}.', de: 'Wählen Sie höchstens {max}.', ar: 'اختر {max} على الأكثر.' },
  },
  token_limit: {
    'kind=tokens max': {
      en: 'The environment has {max} tokens, the maximum. Revoke some first.',
      de: 'Die Umgebung hat {max} Token, mehr sind nicht möglich. Widerrufen Sie zuerst einige.',
      ar: 'بلغت رموز الوصول في البيئة حدّها وهو {max}. أبطل بعضها أولًا.',
    },
    'kind=clients max': {
      en: 'The environment has {max} OAuth clients, the maximum. Revoke some first.',
      de: 'Die Umgebung hat {max} OAuth-Clients, mehr sind nicht möglich. Widerrufen Sie zuerst einige.',
      ar: 'بلغ عدد عملاء OAuth في البيئة حدّه وهو {max}. أبطل بعضهم أولًا.',
    },
  },
  webhook_limit: {
    max: {
      en: 'The environment has {max} webhooks, the maximum. Delete one first.',
      de: 'Die Umgebung hat {max} Webhooks, mehr sind nicht möglich. Löschen Sie zuerst einen.',
      ar: 'بلغ عدد خطافات الويب في البيئة حدّه وهو {max}. احذف واحدًا أولًا.',
    },
  },
  import_limit: {
    max: {
      en: 'At most {max} imports run at the same time. Wait for one, or cancel one.',
      de: 'Höchstens {max} Importe laufen gleichzeitig. Warten Sie auf einen, oder brechen Sie einen ab.',
      ar: 'لا تعمل أكثر من {max} عمليات استيراد معًا. انتظر انتهاء واحدة أو ألغِها.',
    },
  },
  optimisation_limit: {
    max: {
      en: 'At most {max} optimisations run at the same time. Wait for one, or cancel one.',
      de: 'Höchstens {max} Optimierungen laufen gleichzeitig. Warten Sie auf eine, oder brechen Sie eine ab.',
      ar: 'لا تعمل أكثر من {max} عمليات تحسين معًا. انتظر انتهاء واحدة أو ألغِها.',
    },
  },
  import_state: {
    status: { ...codeSentences.import_state, en: 'The import is {status}: cancel it first, or wait for its end.' },
    'reason=dry_run': {
      en: 'This was a dry run: there is nothing to undo.',
      de: 'Das war ein Probelauf: Es gibt nichts rückgängig zu machen.',
      ar: 'كان هذا تشغيلًا تجريبيًا: لا شيء للتراجع عنه.',
    },
  },
  optimisation_state: {
    key: {
      en: 'The proposal was accepted without {key}. Search again for the rest.',
      de: 'Der Vorschlag wurde ohne „{key}“ angenommen. Suchen Sie für den Rest erneut.',
      ar: 'قُبل المقترح من دون «{key}». ابحث مجددًا عن الباقي.',
    },
    'status wanted': { ...codeSentences.optimisation_state, en: 'The optimisation is {status}: it must be {wanted}.' },
  },
  stale: {
    version: {
      en: 'Was changed in the meantime. The current version is {version}.',
      de: 'Wurde inzwischen geändert. Die aktuelle Version ist {version}.',
      ar: 'تغيّر في هذه الأثناء. النسخة الحالية {version}.',
    },
  },
  version_mismatch: {
    version: codeSentences.version_mismatch,
  },
  one_of: {
    names: {
      en: 'Exactly one of these is needed: {names}.',
      de: 'Genau eine dieser Angaben ist nötig: {names}.',
      ar: 'يلزم واحد فقط من هذه: {names}.',
    },
  },
  ambiguous: {
    names: {
      en: '{names} contradict each other. Keep one of them.',
      de: '{names} widersprechen sich. Behalten Sie eine der Angaben.',
      ar: '{names} متعارضة. أبقِ واحدة منها.',
    },
  },
  required: {
    names: {
      en: 'One of these is required: {names}.',
      de: 'Eine dieser Angaben ist nötig: {names}.',
      ar: 'يلزم واحد من هذه: {names}.',
    },
    mode: { en: 'Choose the routes first.', de: 'Wählen Sie zuerst die Touren.', ar: 'اختر المسارات أولًا.' },
    'reason=signer outcome': {
      en: 'Enter the name of the person who signed.',
      de: 'Tragen Sie ein, wer unterschrieben hat.',
      ar: 'اكتب اسم من وقّع.',
    },
    'reason=failure available': {
      en: 'Choose a reason: {available}.',
      de: 'Wählen Sie einen Grund: {available}.',
      ar: 'اختر سببًا: {available}.',
    },
    'reason=signature outcome': {
      en: 'This outcome needs a signature.',
      de: 'Dieses Ergebnis braucht eine Unterschrift.',
      ar: 'تحتاج هذه النتيجة إلى توقيع.',
    },
  },
  duplicate: {
    name: { en: '{name} appears more than once.', de: '„{name}“ kommt mehr als einmal vor.', ar: '«{name}» مكرر.' },
    key: { en: '{key} appears more than once.', de: '„{key}“ kommt mehr als einmal vor.', ar: '«{key}» مكرر.' },
    'key list': {
      en: '{key} appears more than once in {list}.',
      de: '„{key}“ kommt mehr als einmal vor ({list}).',
      ar: '«{key}» مكرر ({list}).',
    },
    'reason=other_proof key': {
      en: 'The file {key} belongs to another proof.',
      de: 'Die Datei „{key}“ gehört zu einem anderen Nachweis.',
      ar: 'الملف «{key}» لإثبات آخر.',
    },
  },
  mismatch: {
    'loadKey starts': {
      en: 'The route {loadKey} starts on {starts}. Plan that day.',
      de: 'Die Tour „{loadKey}“ beginnt am {starts}. Planen Sie diesen Tag.',
      ar: 'يبدأ المسار «{loadKey}» في {starts}. خطّط لذلك اليوم.',
    },
    'day loadKey starts': {
      en: 'The route {loadKey} starts on {starts}, not on {day}. Plan one day at a time.',
      de: 'Die Tour „{loadKey}“ beginnt am {starts}, nicht am {day}. Planen Sie die Touren eines Tages.',
      ar: 'يبدأ المسار «{loadKey}» في {starts} لا في {day}. خطّط ليوم واحد كل مرة.',
    },
    'namedType sentType': {
      en: 'The proof names a file of the type {namedType}, and this one is {sentType}.',
      de: 'Der Nachweis nennt eine Datei der Art {namedType}, und diese ist {sentType}.',
      ar: 'يذكر الإثبات ملفًا من النوع {namedType}، وهذا {sentType}.',
    },
    'namedBytes sentBytes': {
      en: 'The file is not the one that the proof names: its size differs.',
      de: 'Das ist nicht die Datei, die der Nachweis nennt: Die Größe stimmt nicht.',
      ar: 'ليس هذا هو الملف المذكور في الإثبات: الحجم مختلف.',
    },
  },
  in_load: {
    loadId: {
      en: 'The order is already in the route {loadId}.',
      de: 'Der Auftrag gehört schon zur Tour „{loadId}“.',
      ar: 'الطلب ضمن المسار «{loadId}» من قبل.',
    },
  },
  exchange: {
    keys: {
      en: 'Orders move between these routes and others. Choose all of them: {keys}.',
      de: 'Aufträge wechseln zwischen diesen und anderen Touren. Wählen Sie alle: {keys}.',
      ar: 'تنتقل طلبات بين هذه المسارات وغيرها. اخترها كلها: {keys}.',
    },
  },
  unknown_token: {
    'name nearest': joinSentences(unknownPlaceholder, nearest),
    'available name': joinSentences(unknownPlaceholder, available),
  },
  disagrees: {
    ordered: {
      en: 'More failed than the {ordered} that were ordered.',
      de: 'Es sind mehr fehlgeschlagen, als bestellt waren ({ordered}).',
      ar: 'العدد الفاشل أكبر من المطلوب ({ordered}).',
    },
    'reason=not_all': {
      en: 'Not all of it was handed over, so the outcome is not a success.',
      de: 'Nicht alles wurde übergeben, also ist das Ergebnis kein Erfolg.',
      ar: 'لم يُسلَّم كل شيء، فالنتيجة ليست ناجحة.',
    },
    'reason=some': {
      en: 'Some of it was handed over, so the outcome is not a failure.',
      de: 'Ein Teil wurde übergeben, also ist das Ergebnis kein Fehlschlag.',
      ar: 'سُلّم جزء، فالنتيجة ليست فاشلة.',
    },
    'reason=all': {
      en: 'Everything was handed over: the outcome is a success.',
      de: 'Alles wurde übergeben: Das Ergebnis ist ein Erfolg.',
      ar: 'سُلّم كل شيء: النتيجة ناجحة.',
    },
    'reason=none': {
      en: 'Nothing was handed over: the outcome is a failure.',
      de: 'Nichts wurde übergeben: Das Ergebnis ist ein Fehlschlag.',
      ar: 'لم يُسلَّم شيء: النتيجة فاشلة.',
    },
    'reason=count': {
      en: 'The number of packages does not match the outcome.',
      de: 'Die Zahl der Packstücke passt nicht zum Ergebnis.',
      ar: 'عدد الطرود لا يوافق النتيجة.',
    },
    'reason=delivered': {
      en: 'A delivered part cannot have a failure reason.',
      de: 'Ein übergebener Teil kann keinen Grund für einen Fehlschlag haben.',
      ar: 'لا يكون لجزء سُلّم سبب فشل.',
    },
  },
  read_only: {
    'reason=key': {
      en: 'A key cannot be changed. Create another record.',
      de: 'Ein Schlüssel lässt sich nicht ändern. Legen Sie einen anderen Datensatz an.',
      ar: 'لا يمكن تغيير المفتاح. أنشئ سجلًا آخر.',
    },
  },
  unknown_pod: {
    key: {
      en: 'The proof {key} does not exist.',
      de: 'Den Nachweis „{key}“ gibt es nicht.',
      ar: 'لا يوجد إثبات «{key}».',
    },
    'reason=itself': {
      en: 'A proof cannot replace itself.',
      de: 'Ein Nachweis kann sich nicht selbst ersetzen.',
      ar: 'لا يستبدل الإثبات نفسه.',
    },
    'reason=other_order key': {
      en: 'The proof {key} belongs to another order.',
      de: 'Der Nachweis „{key}“ gehört zu einem anderen Auftrag.',
      ar: 'الإثبات «{key}» لطلب آخر.',
    },
    'key replacedBy': {
      en: 'The proof {key} was replaced by {replacedBy}: replace that one.',
      de: 'Der Nachweis „{key}“ wurde durch „{replacedBy}“ ersetzt. Ersetzen Sie diesen.',
      ar: 'استُبدل الإثبات «{key}» بالإثبات «{replacedBy}». استبدل هذا.',
    },
  },
  pod_conflict: {
    key: {
      en: 'A proof with the id {key} exists with other content.',
      de: 'Einen Nachweis mit der ID „{key}“ gibt es schon, mit anderem Inhalt.',
      ar: 'يوجد إثبات بالمعرّف «{key}» وبمحتوى آخر.',
    },
  },
  not_found: {
    key: {
      en: '{key} does not exist here, or no longer.',
      de: '„{key}“ gibt es hier nicht oder nicht mehr.',
      ar: '«{key}» غير موجود هنا، أو لم يعد موجودًا.',
    },
    'reason=inactive key': {
      en: '{key} is not active. Activate it first.',
      de: '„{key}“ ist nicht aktiv. Aktivieren Sie ihn zuerst.',
      ar: '«{key}» غير نشط. فعّله أولًا.',
    },
  },
  token_permissions: {
    scopes: joinSentences(codeSentences.token_permissions, {
      en: 'Scope: {scopes}.',
      de: 'Nötig: {scopes}.',
      ar: 'المطلوب: {scopes}.',
    }),
    'role scopes': {
      en: 'The role {role} includes permissions that you do not have: {scopes}.',
      de: 'Die Rolle {role} umfasst Berechtigungen, die Sie nicht haben: {scopes}.',
      ar: 'يشمل الدور {role} تصاريح لا تملكها: {scopes}.',
    },
  },
  last_owner: {
    names: {
      en: 'You are the only owner of {names}. Make another person an owner there first.',
      de: 'Sie sind der einzige Inhaber von {names}. Machen Sie dort zuerst jemand anderen zum Inhaber.',
      ar: 'أنت المالك الوحيد لـ {names}. اجعل شخصًا آخر مالكًا هناك أولًا.',
    },
  },
  rate_limited: {
    'burst perSecond': codeSentences.rate_limited,
    seconds: {
      en: 'Too many attempts. Try again in {seconds|second|seconds}.',
      de: 'Zu viele Versuche. Versuchen Sie es in {seconds|Sekunde|Sekunden} noch einmal.',
      ar: 'محاولات كثيرة جدًا. حاول مرة أخرى بعد {seconds|ثانية|ثانيتين|ثوانٍ|ثانية|ثانية}.',
    },
    minutes: {
      en: 'Too many attempts. Try again in {minutes|minute|minutes}.',
      de: 'Zu viele Versuche. Versuchen Sie es in {minutes|Minute|Minuten} noch einmal.',
      ar: 'محاولات كثيرة جدًا. حاول مرة أخرى بعد {minutes|دقيقة|دقيقتين|دقائق|دقيقة|دقيقة}.',
    },
  },
  common: {
    'reason=few_characters': {
      en: 'This password has too few different characters. Choose another one.',
      de: 'Dieses Passwort hat zu wenige verschiedene Zeichen. Wählen Sie ein anderes.',
      ar: 'في كلمة المرور هذه أحرف مختلفة قليلة جدًا. اختر غيرها.',
    },
    'reason=personal': {
      en: 'This password consists of your name or e-mail address. Choose another one.',
      de: 'Dieses Passwort besteht aus Ihrem Namen oder Ihrer E-Mail-Adresse. Wählen Sie ein anderes.',
      ar: 'تتكون كلمة المرور هذه من اسمك أو بريدك الإلكتروني. اختر غيرها.',
    },
    'reason=product': {
      en: 'This password consists of the name of this service. Choose another one.',
      de: 'Dieses Passwort besteht aus dem Namen dieses Dienstes. Wählen Sie ein anderes.',
      ar: 'تتكون كلمة المرور هذه من اسم هذه الخدمة. اختر غيرها.',
    },
    'reason=common': {
      en: 'This is one of the most common passwords, or close to one. Choose another one.',
      de: 'Das ist eines der häufigsten Passwörter oder ihm ähnlich. Wählen Sie ein anderes.',
      ar: 'هذه من أكثر كلمات المرور شيوعًا أو قريبة منها. اختر غيرها.',
    },
  },
  unauthorized: {
    'reason=passwords_off name': {
      en: 'Passwords are turned off here. Sign in with {name}.',
      de: 'Passwörter sind hier abgeschaltet. Melden Sie sich mit {name} an.',
      ar: 'كلمات المرور معطلة هنا. سجّل الدخول عبر {name}.',
    },
    'reason=other_account': {
      en: 'The link is for another account. Sign in with that account first.',
      de: 'Der Link gilt für ein anderes Konto. Melden Sie sich zuerst mit diesem Konto an.',
      ar: 'الرابط لحساب آخر. سجّل الدخول بذلك الحساب أولًا.',
    },
  },
  range: {
    'reason=past': codeSentences.range,
    maxYears: {
      en: 'Can be at most {maxYears} years in the future.',
      de: 'Darf höchstens {maxYears} Jahre in der Zukunft liegen.',
      ar: 'لا يتجاوز {maxYears} سنوات من الآن.',
    },
  },
  internal: {
    requestId: {
      en: 'The service failed unexpectedly. Report {requestId} to the operator.',
      de: 'Der Dienst ist unerwartet gescheitert. Melden Sie dem Betreiber {requestId}.',
      ar: 'فشلت الخدمة فشلًا غير متوقع. أبلغ المشغّل بـ {requestId}.',
    },
  },
  url: {
    'reason=too_long': { en: 'The URL is too long.', de: 'Die Adresse ist zu lang.', ar: 'العنوان طويل جدًا.' },
    'reason=characters': {
      en: 'The URL must not contain white space, control characters or backslashes.',
      de: 'Die Adresse darf keine Leerzeichen, Steuerzeichen oder umgekehrten Schrägstriche enthalten.',
      ar: 'لا يحتوي العنوان على مسافات أو أحرف تحكم أو شرطات مائلة عكسية.',
    },
    'reason=absolute': {
      en: 'The URL must be complete, such as https://example.com/hooks.',
      de: 'Die Adresse muss vollständig sein, wie https://example.com/hooks.',
      ar: 'يجب أن يكون العنوان كاملًا، مثل https://example.com/hooks.',
    },
    'reason=https': {
      en: 'The URL must begin with https://.',
      de: 'Die Adresse muss mit https:// beginnen.',
      ar: 'يجب أن يبدأ العنوان بـ https://.',
    },
    'reason=credentials': {
      en: 'The URL must not contain a user or password.',
      de: 'Die Adresse darf weder Benutzer noch Passwort enthalten.',
      ar: 'لا يحتوي العنوان على مستخدم أو كلمة مرور.',
    },
    'reason=fragment': {
      en: 'The URL must not contain a # with a fragment.',
      de: 'Die Adresse darf kein # mit Fragment enthalten.',
      ar: 'لا يحتوي العنوان على جزء بعد #.',
    },
    'reason=port': {
      en: 'The URL must use port 443, or one from 1024.',
      de: 'Die Adresse muss Port 443 oder einen ab 1024 verwenden.',
      ar: 'يستخدم العنوان المنفذ 443 أو منفذًا من 1024 فأعلى.',
    },
    'reason=own_machine': {
      en: 'The URL must not point to the machine of this service.',
      de: 'Die Adresse darf nicht auf den Rechner dieses Dienstes zeigen.',
      ar: 'لا يشير العنوان إلى جهاز هذه الخدمة.',
    },
    'reason=decimal': {
      en: 'The URL must write an IPv4 address as four decimal numbers.',
      de: 'Die Adresse muss eine IPv4-Adresse mit vier Dezimalzahlen schreiben.',
      ar: 'يُكتب عنوان IPv4 بأربعة أرقام عشرية.',
    },
    'reason=public': {
      en: 'The URL must point to a public address.',
      de: 'Die Adresse muss auf eine öffentliche Adresse zeigen.',
      ar: 'يجب أن يشير العنوان إلى عنوان عام.',
    },
  },
} satisfies Partial<Sentences>
