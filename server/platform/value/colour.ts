// Picks the colour of text on the brand colour of an environment.

/** Returns white or black: the colour of ink with more contrast on `colour` (`#rrggbb`). */
export function chooseTextColour(colour: string): string {
  const channel = (offset: number) => {
    const level = Number.parseInt(colour.slice(offset, offset + 2), 16) / 255
    return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4
  }
  const light = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? '#fff' : '#000'
}
