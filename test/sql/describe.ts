import pg from 'pg'

export type Field = { name: string; dataTypeID: number }

/** What PostgreSQL says of the columns of a statement, which it parses and does not run. */
export const describe = (client: pg.Client, text: string): Promise<Field[]> =>
  new Promise((resolve, reject) => {
    let fields: Field[] = []
    // The driver has no call for it: what it sends as a query may be any object that writes its own messages.
    const messages = {
      submit(connection: pg.Connection) {
        connection.parse({ text, name: '', types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: (message: { fields: Field[] }) => void (fields = message.fields),
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    }
    client.query(messages as unknown as pg.Submittable)
  })
