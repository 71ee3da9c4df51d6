// Reads the offers of loads for orders: the cheapest positions, what they add to the route, and why orders do not fit.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { LoadSummary } from '../../../contract/load.ts'
import { type LoadOffer, offerLimits, offerLoads } from '../../../contract/offer.ts'
import { apiClient } from '../../api/client.ts'
import { useEnvironment } from '../../api/environment.ts'
import { describeFieldError } from '../../api/problems.ts'
import { buildCacheEntry } from '../../api/query.ts'
import { convertFromStored, formatMeasure } from '../../platform/units.ts'
import { currentLanguage, useTexts } from '../../words/language.ts'
import { languageLocales } from '../../words/words.ts'
import { useDuration } from '../times/duration.ts'
import { planTexts } from '../times/words.ts'
import { fittingTexts } from './words.ts'

const createOffersQuery = (consignmentIds: readonly string[], loadIds: readonly string[]) =>
  queryOptions({
    ...buildCacheEntry(offerLoads, consignmentIds, loadIds),
    queryFn: async ({ signal }) =>
      (
        await apiClient.call(offerLoads, {
          body: { consignmentIds: [...consignmentIds], loadIds: [...loadIds] },
          signal,
        })
      ).data.offers,
  })

/** Returns the offer of one load; undefined for more orders than one request may contain. */
export async function fetchOffer(consignmentIds: readonly string[], loadId: string): Promise<LoadOffer | undefined> {
  if (consignmentIds.length > offerLimits.consignments) return undefined
  const body = { consignmentIds: [...consignmentIds], loadIds: [loadId] }
  return (await apiClient.call(offerLoads, { body })).data.offers[0]
}

/** Reads the offers of loads, best first; undefined until they are known. */
export function useOffers(ids: readonly string[], loads: readonly LoadSummary[]): readonly LoadOffer[] | undefined {
  const loadIds = loads.map(({ loadId }) => loadId).slice(0, offerLimits.loads)
  const isEnabled = ids.length > 0 && ids.length <= offerLimits.consignments && loadIds.length > 0
  return useQuery({ ...createOffersQuery(ids, loadIds), enabled: isEnabled }).data
}

const reasonsMax = 2

/** Returns a function that writes an offer: what it adds, or why the orders do not fit. */
export function useOfferText(): (offer: LoadOffer) => string {
  const plan = useTexts(planTexts)
  const fitting = useTexts(fittingTexts)
  const duration = useDuration()
  const units = useEnvironment()?.displayPreferences
  const locale = languageLocales[currentLanguage.use()]
  const describeReason = (reason: LoadOffer['reasons'][number]): string => {
    const { code, values } = reason
    const excess = Number(values?.peak) - Number(values?.capacity)
    const amount = Number(excess.toPrecision(12))
    if (code === 'weight' && units) return plan.tooHeavy(formatMeasure(amount, units.weightUnit, locale))
    if (code === 'volume' && units) return plan.tooBig(formatMeasure(amount, units.volumeUnit, locale))
    if (code === 'packages') return plan.tooMany(amount)
    if (code === 'skills' && Array.isArray(values?.skills)) return fitting.lacks(values.skills.join(', '))
    return code in fitting
      ? fitting[code as keyof Omit<typeof fitting, 'lacks' | 'late' | 'overtime' | 'fits'>]
      : describeFieldError(reason)
  }
  return ({ fits, reasons, addedMinutes, addedDistance, addedLateStops, overtimeMinutes }) => {
    if (!fits) return [...new Set(reasons.map(describeReason))].slice(0, reasonsMax).join(', ')
    if (addedMinutes === null || addedDistance === null || !units) return fitting.fits
    const { distanceUnit } = units
    const distance = formatMeasure(convertFromStored(Math.abs(addedDistance), distanceUnit), distanceUnit, locale)
    return [
      `${formatSign(addedMinutes)}${duration(Math.round(Math.abs(addedMinutes)))}`,
      `${formatSign(addedDistance)}${distance}`,
      fitting.late(addedLateStops),
      ...(overtimeMinutes > 0 ? [fitting.overtime(duration(Math.ceil(overtimeMinutes)))] : []),
    ].join(' · ')
  }
}

const formatSign = (value: number) => (value < 0 ? '−' : '+')
