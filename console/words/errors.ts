// Translates errors of the API: one sentence per variant in three languages, for the console and the driver app.
import { describeVariant } from '../../contract/error-values.ts'
import type { ErrorValues } from '../../contract/problem.ts'
import { codeSentences, type LocalisedSentence, vagueCodes } from './error-codes.ts'
import { fieldSentences } from './field-sentences.ts'
import { problemSentences } from './problem-sentences.ts'
import type { Sentences } from './sentences.ts'
import { formatCount, type PluralForms, type UiLanguage } from './words.ts'

export const errorSentences: Sentences = { ...fieldSentences, ...problemSentences }

/** The name of a quoted field or key where it is shown; undefined if the quoted text itself is shown. */
export type NameOf = (quoted: string) => string | undefined

/** An error of the API. Newer versions may send other codes and values. */
export interface ApiError {
  code: string
  message: string
  values?: ErrorValues | undefined
  /** Place of the error, as a JSON Pointer. */
  path?: string
}

/** Sentences by code, and by code and variant. */
export interface Vocabulary {
  ofCode: Readonly<Record<string, LocalisedSentence>>
  ofVariant: Readonly<Record<string, Readonly<Record<string, LocalisedSentence>>>>
  /** Codes whose sentence is followed by the message of the API. */
  vague: ReadonlySet<string>
}

const errorVocabulary: Vocabulary = { ofCode: codeSentences, ofVariant: errorSentences, vague: vagueCodes }

/**
 * Codes, and codes with a variant, whose sentence also replaces the message of the API in English. Their messages name
 * parameters and settings of the API, and their sentences name the same routes.
 */
const replacedErrors: ReadonlySet<string> = new Set([
  'exchange',
  'in_load',
  'mismatch',
  'unknown_load',
  'not_allowed reason=outcome',
])

/** Returns whether the sentence of the console replaces the message of the API in English. */
function isReplaced({ code, values }: Pick<ApiError, 'code' | 'values'>): boolean {
  const name = code.toLowerCase()
  return replacedErrors.has(name) || replacedErrors.has(`${name} ${values ? describeVariant(values) : ''}`)
}

/** Finds the sentence for an error with values; undefined without values, and for a variant that is not listed. */
const sentenceOf = (
  { code, values }: Pick<ApiError, 'code' | 'values'>,
  { ofVariant }: Vocabulary,
): LocalisedSentence | undefined =>
  values === undefined ? undefined : ofVariant[code.toLowerCase()]?.[describeVariant(values)]

/** Writes a limit in bytes, such as 5 MB or 100 KB. */
const formatBytes = (bytes: number): string =>
  bytes < 2 ** 20 ? `${Math.round(bytes / 2 ** 10)} KB` : `${Math.round(bytes / 2 ** 20)} MB`

/** The plural forms of a noun in a sentence, in their sequence. */
const formNames: Record<UiLanguage, readonly (keyof PluralForms)[]> = {
  en: ['one', 'other'],
  de: ['one', 'other'],
  ar: ['one', 'two', 'few', 'many', 'other'],
}

/** Fills in the values: `{min}` writes the value, and `{min|element|elements}` a number with the form of its noun. */
function filled(template: string, values: ErrorValues, nameOf: NameOf, language: UiLanguage): string {
  const [start, ...parts] = template.split('{')
  const formatValue = (name: string, value: string | number) =>
    typeof value === 'number' && name.endsWith('Bytes') ? formatBytes(value) : (nameOf(String(value)) ?? String(value))
  const fill = (segment: string) => {
    const end = segment.indexOf('}')
    const [name, ...forms] = segment.slice(0, end).split('|') as [string, ...string[]]
    const noun = Object.fromEntries(formNames[language].map((form, index) => [form, forms[index]])) as PluralForms
    const texts = [values[name]!]
      .flat()
      .map((value) => (forms.length > 0 ? formatCount(language, Number(value), noun) : formatValue(name, value)))
    return `${texts.join(', ')}${segment.slice(end + 1)}`
  }
  return `${start}${parts.map(fill).join('')}`
}

const unnamed: NameOf = () => undefined

/**
 * Returns the text of one field error. The message of the API follows a vague sentence. In English, the message
 * replaces the sentence for an error without values, and away from the field: only the message contains the field's
 * name. The message then contains the console's terms for a route and an order.
 */
export function formatErrorText(
  error: ApiError,
  language: UiLanguage,
  nameOf: NameOf = unnamed,
  vocabulary = errorVocabulary,
): string {
  const sentence = sentenceOf(error, vocabulary)
  const isShown = language !== 'en' || error.path || isReplaced(error)
  if (sentence && isShown) return filled(sentence[language], error.values!, nameOf, language)
  const ofCode = vocabulary.ofCode[error.code.toLowerCase()]
  const message = replaceNames(removeSubject(error.message, error.path ?? ''), nameOf)
  if (ofCode === undefined || (language === 'en' && (sentence || error.values === undefined))) return message
  const isSufficient = error.values === undefined && !vocabulary.vague.has(error.code.toLowerCase())
  return isSufficient ? ofCode[language] : `${ofCode[language]} ${message}`
}

export interface ApiRefusal {
  code?: string | undefined
  message?: string | undefined
  values?: ErrorValues | undefined
  errors?: readonly ApiError[] | undefined
}

/** Returns why a request or a row was refused, in one sentence. The English message names the field, if any. */
export function formatRefusal(refusal: ApiRefusal, language: UiLanguage, nameOf: NameOf = unnamed): string {
  const { code = '', message = '', values, errors = [] } = refusal
  const [first] = errors
  const error = first ?? { code, message, values }
  const hasSentence = isReplaced(error) && sentenceOf(error, errorVocabulary)
  if (language === 'en' && !hasSentence) return replaceNames(error.message, nameOf)
  const isVague = first && !sentenceOf(first, errorVocabulary) && vagueCodes.has(first.code.toLowerCase())
  const ofCode = errorVocabulary.ofCode[code.toLowerCase()]
  if (isVague && ofCode && !vagueCodes.has(code.toLowerCase())) return ofCode[language]
  return formatErrorText(error, language, nameOf)
}

/** Terms of the console, by the term in the messages of the API. */
const consoleTerms: Readonly<Record<string, string>> = {
  'a consignment': 'an order',
  consignment: 'order',
  consignments: 'orders',
  load: 'route',
  loads: 'routes',
}

/** Replaces a term of the API by the term of the console, and keeps a capital letter. */
function replaceTerm(apiTerm: string): string {
  const replacement = consoleTerms[apiTerm.toLowerCase()]!
  return /^[A-Z]/.test(apiTerm) ? replacement.charAt(0).toUpperCase() + replacement.slice(1) : replacement
}

/** Replaces quoted names in a message of the API, and its terms for a route and an order. */
export const replaceNames = (message: string, nameOf: NameOf): string =>
  message
    .split('`')
    .map((segment, index) =>
      index % 2 === 0
        ? segment.replaceAll(/\b(?:(?:a )?consignment|consignments|loads?)\b/gi, replaceTerm)
        : (nameOf(segment) ?? segment),
    )
    .join('')

/** Removes the name of the field from a message that is shown at this field: `` `lat` must be at most 90. ``. */
export function removeSubject(message: string, path: string): string {
  const [before, subject, ...rest] = message.split('`')
  if (before !== '' || !rest[0]?.startsWith(' ') || !path.endsWith(`/${subject}`)) return message
  const text = rest.join('`').trimStart()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
