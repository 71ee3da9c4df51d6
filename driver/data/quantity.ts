// Calculates with decimals exactly: 1.1 − 1 is 0.1, not 0.10000000000000009.

function decimalsOf(quantity: number): number {
  const [, digits = '', exponent = '0'] = /(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(quantity))!
  return Math.max(0, digits.length - Number(exponent))
}

export const calculateDifference = (quantity: number, off: number): number =>
  Number((quantity - off).toFixed(Math.min(100, Math.max(decimalsOf(quantity), decimalsOf(off)))))
