import type { EnumTexts } from './enum-texts.ts'

/** Of questions, their answers and the language model. */
export const answerEnums: EnumTexts = {
  AnswerVerdict: {
    text: 'How well insights support an answer.',
    values: { supported: 'enough insights say so', partial: 'few insights say so', insufficient: 'there is no answer' },
  },
  AnswerGroupType: {
    text: 'What a group of insights is.',
    values: {
      subtheme: 'those of a subtheme',
      theme: 'those of a theme without subthemes',
      rest_of_theme: 'those of a theme that are in none of its subthemes',
      similar_insights: 'those that say about the same',
      company: 'those of a company',
      contact: 'those of a contact',
      source: 'those of a source',
      country: 'those of contacts in a country',
      plan: 'those of contacts on a plan',
      tag: 'those with a tag',
    },
  },
  AnswerDimension: {
    text: 'What a question lets insights be counted by.',
    values: {
      company: 'companies',
      contact: 'contacts',
      source: 'sources',
      country: 'countries of contacts',
      plan: 'plans of contacts',
      tag: 'tags',
    },
  },
  AnswerForm: { text: 'How an answer is to look.', values: { quotes: 'with quotes', table: 'as a table' } },
  AnswerLanguage: { text: 'The language of a question and its answer.', values: { en: 'English', de: 'German' } },
  AnswerColumn: {
    text: 'What a cell of a table says.',
    values: {
      name: 'the name of the group or the insight',
      insights: 'the number of insights',
      contacts: 'the number of contacts',
      positive: 'the number of positive insights',
      negative: 'the number of negative insights',
      neutral: 'the number of neutral insights',
      quote: 'what was said',
      person: 'who said it',
      company: 'where that person works',
      source: 'where it was said',
      date: 'when it was said',
    },
  },
  LanguageModelGrouping: {
    text: 'Whether a language model groups the insights.',
    values: {
      off: 'it does not',
      propose: 'it proposes, and a person decides',
      apply: 'what it proposes is applied; each time can be undone',
    },
  },
  LanguageModelTask: {
    text: 'What a language model is asked for.',
    values: {
      taxonomy: 'the topics of the insights',
      assign: 'which topic each insight is about',
      subthemes: 'groups within a topic, and their names',
      labels: 'the names and labels of insights',
      names: 'the names and descriptions of themes and subthemes',
      story: 'the words of an evidence story',
      select: 'which insights answer a question',
      answer: 'the words of an answer',
    },
  },
  LanguageModelOutcome: {
    text: 'What became of a request to a language model.',
    values: {
      answered: 'the answer was used',
      invalid: 'the answer could not be used',
      unavailable: 'there was no answer',
    },
  },
  QuestionIntent: {
    text: 'What a question asks for.',
    values: { describe: 'what customers say', rank: 'what comes up most', count: 'how many there are' },
  },
  QuestionFilterField: {
    text: 'What a question limits the answer to.',
    values: {
      category: 'insights of a category',
      sentiment: 'insights of a sentiment',
      nps_type: 'contacts of an NPS group',
      period: 'a period',
      segment: 'contacts of a segment',
      plan: 'contacts on a plan',
      company: 'contacts of a company',
      contact: 'one contact',
      source: 'a source',
      tag: 'a tag',
      country: 'contacts in a country',
    },
  },
}
