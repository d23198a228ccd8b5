import type { CustomValues } from './labels.ts'

/** A column for each custom field that a row has. */
export const exportedFields = (values: CustomValues) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      `custom_fields.${key}`,
      typeof value === 'object' ? value.join('; ') : value,
    ]),
  )
