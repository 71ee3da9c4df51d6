// Translates the reasons of left-out orders and the notes of a proposal, by code and values.
import type { LeftOut, Optimisation } from '../../../contract/optimisation.ts'
import { describeReason } from '../../api/problems.ts'
import type { Vocabulary } from '../../words/errors.ts'
import { currentLanguage } from '../../words/language.ts'
import { leftOutCodeSentences, leftOutSentences, noteSentences } from './reason-sentences.ts'

const never: ReadonlySet<string> = new Set()
const leftOutVocabulary: Vocabulary = { ofCode: leftOutCodeSentences, ofVariant: leftOutSentences, vague: never }
const noteVocabulary: Vocabulary = { ofCode: {}, ofVariant: { note: noteSentences }, vague: never }

/** Returns the reason why an order was left out. */
export const describeLeftOut = (reason: LeftOut['reasons'][number]): string => describeReason(reason, leftOutVocabulary)

/** Returns the notes of a proposal, or the reason of its failure. */
export function describeNotes({ message, values = [] }: Pick<Optimisation, 'message' | 'values'>): string {
  const text = describeReason({ code: 'note', message: message ?? '' }, noteVocabulary)
  const isKnown = values.length > 0 && currentLanguage.get() !== 'en'
  return isKnown
    ? values.map((each) => describeReason({ code: 'note', message: '', values: each }, noteVocabulary)).join(' ')
    : text
}
