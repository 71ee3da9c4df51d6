// Orders, counted in each language.

export const orderForms = {
  en: { one: 'order', other: 'orders' },
  de: { one: 'Auftrag', other: 'Aufträge' },
  ar: { one: 'طلب', two: 'طلبان', few: 'طلبات', many: 'طلبًا', other: 'طلب' },
}
