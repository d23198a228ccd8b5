import pg from 'pg'

/** A view of the pool for a library that compares instants as Dates, while the store reads them as text. */
export const poolWithDates = (pool: pg.Pool) => ({
  async connect() {
    const client = await pool.connect()
    return {
      query: (text: string, values: unknown[]) => client.query({ text, values, types: pg.types }),
      release: () => client.release(),
    }
  },
  end: async () => {},
})
