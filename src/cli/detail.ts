import { stripControls, isScalar, scalarText } from './text.ts'

/** An object as text: one line per field, nested fields indented below. */
export function detailOf(value: object, indent = ''): string {
  return Object.entries(value)
    .map(([name, field]) => `${indent}${stripControls(name)}:${fieldOf(field, indent)}\n`)
    .join('')
}

function fieldOf(field: unknown, indent: string): string {
  const deeper = `${indent}  `
  if (typeof field === 'string' && field.includes('\n'))
    return field
      .split('\n')
      .map((line) => `\n${deeper}${stripControls(line)}`)
      .join('')
  if (isScalar(field)) return field === null || field === '' ? ' -' : ` ${scalarText(field)}`
  if (!Array.isArray(field))
    return Object.keys(field as object).length === 0 ? ' -' : `\n${detailOf(field as object, deeper).trimEnd()}`
  if (field.length === 0) return ' -'
  if (field.every(isScalar)) return ` ${field.map(scalarText).join(', ')}`
  return field.map((item) => `\n${itemOf(item, deeper)}`).join('')
}

const itemOf = (item: unknown, indent: string) =>
  isScalar(item) ? `${indent}- ${scalarText(item)}` : `${indent}- ${detailOf(item as object, `${indent}  `).trim()}`
