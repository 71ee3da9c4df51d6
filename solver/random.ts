// Generates repeatable random numbers: the same seed gives the same sequence.
export type RandomSource = () => number

/** Returns a generator of numbers from 0 up to 1 (xorshift32). */
export function createRandom(seed: number): RandomSource {
  let state = (Math.imul(seed | 0, 0x9e3779b1) ^ 0x5bd1e995) | 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4294967296
  }
}

export function drawBelow(random: RandomSource, limit: number): number {
  return (random() * limit) | 0
}
