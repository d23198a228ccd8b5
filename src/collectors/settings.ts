/** A source is configured wrongly. */
export class SourceSettingsError extends Error {
  override name = 'SourceSettingsError'
}

/** Reads the settings of one source field by field; errors name the field. */
export class CollectorSettings {
  private readonly given: Record<string, unknown>
  private readonly place: string
  private readonly known = new Set(['type', 'name'])
  constructor(given: unknown, place: string) {
    if (given === null || typeof given !== 'object' || Array.isArray(given))
      throw new SourceSettingsError(`${place} must be an object`)
    this.given = given as Record<string, unknown>
    this.place = place
  }

  private invalid(field: string, wanted: string): never {
    throw new SourceSettingsError(`${this.place}.${field} must be ${wanted}`)
  }

  private take(field: string): unknown {
    this.known.add(field)
    return this.given[field]
  }

  text(field: string, fallback?: string): string {
    const value = this.take(field) ?? fallback
    return typeof value === 'string' && value !== '' ? value : this.invalid(field, 'text')
  }

  optional(field: string): string | null {
    return this.take(field) === undefined ? null : this.text(field)
  }

  /** A URL with the placeholders {name}, {domain} and {slug}. */
  address(field: string, fallback?: string): string {
    const value = this.text(field, fallback).replace(/\/+$/, '')
    return /^https?:\/\/[^\s]+$/.test(value) ? value : this.invalid(field, 'an http or https address')
  }

  number(field: string, fallback: number, min: number, max: number): number {
    const value = this.take(field) ?? fallback
    return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? value
      : this.invalid(field, `a whole number from ${min} to ${max}`)
  }

  flag(field: string, fallback: boolean): boolean {
    const value = this.take(field) ?? fallback
    return typeof value === 'boolean' ? value : this.invalid(field, 'true or false')
  }

  oneOf<const T extends string>(field: string, values: readonly T[], fallback: T): T {
    const value = this.take(field) ?? fallback
    return values.find((one) => one === value) ?? this.invalid(field, `one of ${values.join(', ')}`)
  }

  list(field: string, fallback?: string[]): string[] {
    const value = this.take(field) ?? fallback
    return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one !== '')
      ? (value as string[])
      : this.invalid(field, 'a list of texts')
  }

  /** Names and texts. */
  record(field: string): Record<string, string> {
    const value = this.take(field) ?? {}
    const fine =
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).every((one) => typeof one === 'string')
    return fine ? (value as Record<string, string>) : this.invalid(field, 'an object of texts')
  }

  /** Call last: rejects fields that were not read, which are typing errors. */
  end() {
    const stray = Object.keys(this.given).find((field) => !this.known.has(field))
    if (stray !== undefined) throw new SourceSettingsError(`${this.place}.${stray} is not a setting of this source`)
  }
}
