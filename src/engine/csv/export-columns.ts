/* Exports of other products: how they are recognized, and the meaning of their columns. */

/** What a column holds, whatever the type of the table. */
export type Role =
  | 'text'
  | 'title'
  | 'rating'
  | 'score'
  | 'date'
  | 'email'
  | 'name'
  | 'company'
  | 'id'
  | 'url'
  | 'language'
  | 'tags'
  | 'source'
  | 'status'
  | 'priority'
export type ColumnRole = Role | { role: Role; scale: readonly [number, number] } | null
export type ExportType = 'feedback' | 'nps' | 'cs_ticket' | 'survey'
export type KnownExport = {
  /** The default type of the table. */
  type: ExportType
  /** The default source of its rows; absent where rows were imported without one before. */
  source?: string
  /** The export has all columns of at least one of these sets. */
  signatures: readonly (readonly string[])[]
  /** By column name without case, spaces, punctuation and time zone; null for a column that only looks like a field. */
  columns: Record<string, ColumnRole>
}

const stars = { role: 'rating', scale: [1, 5] } as const

export const knownExports = {
  google_play: {
    type: 'feedback',
    source: 'google-play',
    signatures: [['packagename', 'starrating', 'reviewtext']],
    columns: {
      reviewtext: 'text',
      reviewtitle: 'title',
      starrating: stars,
      reviewsubmitdateandtime: 'date',
      reviewlastupdatedateandtime: null,
      reviewerlanguage: 'language',
      reviewlink: 'url',
      developerreplytext: null,
    },
  },
  app_store: {
    type: 'feedback',
    source: 'app-store',
    signatures: [
      ['reviewernickname', 'rating', 'body'],
      ['reviewernickname', 'rating', 'review'],
    ],
    columns: {
      id: 'id',
      reviewid: 'id',
      body: 'text',
      review: 'text',
      title: 'title',
      rating: stars,
      createddate: 'date',
      reviewernickname: 'name',
      territory: null,
    },
  },
  trustpilot: {
    type: 'feedback',
    source: 'trustpilot',
    signatures: [['reviewid', 'reviewstars', 'reviewcontent']],
    columns: {
      reviewid: 'id',
      reviewcontent: 'text',
      reviewtitle: 'title',
      reviewstars: stars,
      reviewcreated: 'date',
      reviewusername: 'name',
      reviewuseremail: 'email',
      reviewlanguage: 'language',
      reviewlink: 'url',
      sourceofreview: null,
      companyreply: null,
    },
  },
  zendesk: {
    type: 'cs_ticket',
    source: 'zendesk',
    signatures: [
      ['summationcolumn', 'id', 'subject'],
      ['id', 'subject', 'requester', 'requesteremail'],
      ['id', 'subject', 'requester', 'requested'],
      ['ticketid', 'subject', 'requester', 'requested'],
    ],
    columns: {
      id: 'id',
      ticketid: 'id',
      subject: 'title',
      description: 'text',
      requester: 'name',
      requesteremail: 'email',
      createdat: 'date',
      requested: 'date',
      satisfactionscore: 'rating',
      satisfaction: 'rating',
      status: 'status',
      priority: 'priority',
      organization: 'company',
      // Separated by spaces, and many.
      tags: null,
      requesterid: null,
      requesterexternalid: null,
      via: null,
    },
  },
  intercom: {
    type: 'feedback',
    source: 'intercom',
    signatures: [
      ['conversationid', 'conversationstartedat'],
      ['conversationid', 'currentconversationstate'],
      ['conversationid', 'messageid', 'messagebody'],
    ],
    columns: {
      conversationid: 'id',
      lastteammaterating: stars,
      conversationrating: stars,
      lastteammateratingremark: 'text',
      conversationratingremark: 'text',
      conversationstartedat: 'date',
      conversationcreatedat: 'date',
      tickettitle: 'title',
      conversationtitle: 'title',
      userparticipantnames: 'name',
      useremail: 'email',
      currentconversationstate: 'status',
      channel: null,
      messagebody: 'text',
      messageid: null,
      messagecreatedat: 'date',
      messageauthorname: 'name',
      messageauthoremail: 'email',
      messageauthorcompanies: 'company',
      conversationtags: null,
    },
  },
  productboard: {
    type: 'feedback',
    source: 'productboard',
    signatures: [
      ['notetitle', 'notetext'],
      ['notetitle', 'notecontent'],
      ['title', 'content', 'displayurl'],
    ],
    columns: {
      noteid: 'id',
      id: 'id',
      notetitle: 'title',
      title: 'title',
      notetext: 'text',
      notecontent: 'text',
      content: 'text',
      useremail: 'email',
      username: 'name',
      companyname: 'company',
      company: 'company',
      createdat: 'date',
      displayurl: 'url',
      noteurl: 'url',
      owneremail: null,
      ownername: null,
    },
  },
  canny: {
    type: 'feedback',
    source: 'canny',
    signatures: [
      ['title', 'details', 'votes'],
      ['title', 'details', 'votecount'],
      ['title', 'details', 'score', 'status'],
    ],
    columns: {
      postid: 'id',
      id: 'id',
      title: 'title',
      details: 'text',
      authoremail: 'email',
      authorname: 'name',
      author: 'name',
      createdat: 'date',
      created: 'date',
      url: 'url',
      // Counts of votes, not ratings.
      score: null,
      votes: null,
      votecount: null,
    },
  },
  delighted: {
    type: 'nps',
    source: 'delighted',
    signatures: [
      ['score', 'comment', 'surveytype'],
      ['score', 'comment', 'delightedsource'],
      ['score', 'comment', 'personid'],
    ],
    columns: {
      id: 'id',
      responseid: 'id',
      score: 'score',
      comment: 'text',
      name: 'name',
      personname: 'name',
      email: 'email',
      personemail: 'email',
      createdat: 'date',
      responsedate: 'date',
      respondedat: 'date',
      permalink: 'url',
      delightedsource: null,
      delightedpageurl: null,
      updatedat: null,
    },
  },
  typeform: {
    type: 'survey',
    signatures: [
      ['#', 'networkid'],
      ['startdate', 'submitdate'],
    ],
    columns: { '#': 'id', submitdate: 'date', startdate: null, stagedate: null, networkid: null },
  },
  surveymonkey: {
    type: 'survey',
    signatures: [['respondentid', 'collectorid']],
    columns: {
      respondentid: 'id',
      emailaddress: 'email',
      enddate: 'date',
      datecreated: 'date',
      startdate: null,
      datemodified: null,
      collectorid: null,
    },
  },
} as const satisfies Record<string, KnownExport>
