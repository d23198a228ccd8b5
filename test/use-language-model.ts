import { sql } from '#store/sql.ts'
import { app, org } from './test-server.ts'

/** Switches the language model on for the organization of the test, as an admin does. */
export const useLanguageModel = (uses: { texts?: boolean; answers?: boolean }, { id } = org) =>
  app.store.run(sql`
    insert into language_model_setting (org_id, texts, answers)
    values (${id}, ${uses.texts ?? false}, ${uses.answers ?? false})
    on conflict (org_id) do update set texts = excluded.texts, answers = excluded.answers`)
