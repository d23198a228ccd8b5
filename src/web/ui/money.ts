import { locale } from '#web/i18n/t.ts'

/** Without a currency the number alone. */
export const formatMoney = (amount: number, currency: string | null, decimals = 2) =>
  new Intl.NumberFormat(locale(), {
    maximumFractionDigits: decimals,
    ...(currency !== null && { style: 'currency', currency }),
  }).format(amount)

/** Sums, whose decimals say nothing. */
export const formatSum = (amount: number, currency: string | null) => formatMoney(amount, currency, 0)
