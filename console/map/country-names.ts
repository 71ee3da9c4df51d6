// Names the countries on the map, each once, in the language in use.

interface Country {
  /** ISO 3166-1 numeric code; empty if the atlas has none. */
  numericCode: string
  name: string
  size: number
}

/** Returns a function that names a country. The browser has the names in every language; the atlas has numbers only. */
function countryNames(language: string): (country: Country) => string {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return ({ numericCode, name }) => {
    const region = /^\d{3}$/.test(numericCode) ? new Intl.Locale(`und-${numericCode}`).region : undefined
    return (region && names.of(region)) ?? name
  }
}

/** Returns one label per country, on its largest outline. */
export function labelCountries<C extends Country>(
  found: readonly C[],
  language: string,
): { name: string; outline: C }[] {
  const nameOf = countryNames(language)
  const groups = Map.groupBy(found, nameOf)
  return [...groups].map(([name, countries]) => ({
    name,
    outline: countries.reduce((most, country) => (country.size > most.size ? country : most)),
  }))
}
