// The failure reasons of a new environment in each language, and the texts of an environment's reasons.

type Language = 'en' | 'de' | 'ar'

export const usualReasons: Record<string, Record<Language, string>> = {
  'nobody-in': { en: 'Nobody in', de: 'Niemand da', ar: 'لا يوجد أحد' },
  refused: { en: 'Refused', de: 'Annahme verweigert', ar: 'رُفض الاستلام' },
  damaged: { en: 'Damaged', de: 'Beschädigt', ar: 'تالف' },
  'wrong-address': { en: 'Wrong address', de: 'Falsche Adresse', ar: 'عنوان خاطئ' },
  'no-access': { en: 'No access', de: 'Kein Zugang', ar: 'تعذّر الدخول' },
  closed: { en: 'Closed', de: 'Geschlossen', ar: 'مغلق' },
  'missing-goods': { en: 'Goods missing', de: 'Ware fehlt', ar: 'بضاعة ناقصة' },
  'out-of-time': { en: 'Out of time', de: 'Zeit reichte nicht', ar: 'لم يكفِ الوقت' },
  cancelled: { en: 'Cancelled', de: 'Storniert', ar: 'أُلغي' },
  breakdown: { en: 'Vehicle broke down', de: 'Fahrzeugpanne', ar: 'تعطّلت المركبة' },
  transferred: { en: 'Moved to another vehicle', de: 'Auf anderes Fahrzeug umgeladen', ar: 'نُقل إلى مركبة أخرى' },
}

/** Code of the reason after which the recipient expects no further attempt. */
export const cancelledReason = 'cancelled'

/**
 * Returns whether a reason is quiet: the recipient gets no e-mail about the failure, because another attempt follows.
 */
export const isQuiet = (
  reasons: readonly { code: string; quiet?: boolean | null }[],
  outcome: string | null,
  code: string | null | undefined,
): boolean => outcome === 'failed' && reasons.some((reason) => reason.code === code && reason.quiet === true)

/** Returns the name of a reason in a language. */
export function translateReason({ code, name }: { code: string; name: string }, language: Language): string {
  const usual = Object.hasOwn(usualReasons, code) ? usualReasons[code] : undefined
  return usual?.en === name ? usual[language] : name
}

/** Returns the name of a reason by its code, or the code of a deleted reason. */
export function findReasonName(
  reasons: readonly { code: string; name: string }[],
  code: string | null,
  language: Language,
): string | null {
  const found = reasons.find((reason) => reason.code === code)
  return found ? translateReason(found, language) : code
}
