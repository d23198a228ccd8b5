/** The plans of the demo's product team; their evidence are the insights of the themes. */
export const plans = [
  {
    opportunity: {
      title: 'No edit is ever lost',
      category: 'PAIN_POINTS',
      problem_statement:
        'People who work offline find conflict copies or miss their last paragraph when they come back.',
    },
    theme: 'Offline and sync',
    segment: 'Enterprise',
    initiative: { title: 'Dependable sync', goal: 'No report of a lost edit for a whole month.', status: 'building' },
    projects: [
      {
        title: 'Say when a sync waits',
        description: 'Nobody has to guess whether their last paragraph has arrived.',
        status: 'completed',
        startsInDays: -96,
        lastsDays: 38,
        overview: 'A mark beside each note says whether it is saved here, on its way or everywhere.',
        metrics: '- Questions to support about missing edits: from 30 to below 10 a month',
      },
      {
        title: 'Conflict-free merging of notes',
        description: 'Merge edits of the same note instead of making copies.',
        status: 'in_progress',
        startsInDays: -41,
        lastsDays: 84,
        overview: 'Replace the last-writer-wins rule by merging paragraph by paragraph, and show what was merged.',
        metrics:
          '- Conflict copies per thousand syncs: from 4 to below 0.1\n- No support ticket about lost text for 30 days',
      },
    ],
  },
  {
    opportunity: {
      title: 'Search finds what was written',
      category: 'USABILITY_ISSUES',
      problem_statement: 'Search misses words inside tables and ranks old notes above today’s.',
    },
    theme: 'Search quality',
    segment: null,
    initiative: {
      title: 'Search people trust',
      goal: 'Nine of ten searches end with a click on the first three results.',
      status: 'exploring',
    },
    projects: [
      {
        title: 'Search inside tables',
        description: 'Words in tables are found like any other.',
        status: 'not_started',
        startsInDays: 20,
        lastsDays: 45,
        overview: 'Tables go into the index cell by cell; a hit opens the note at its row.',
        metrics: '- Searches without a click: from 31 % to below 15 %',
      },
    ],
  },
  {
    opportunity: {
      title: 'Take everything along',
      category: 'FEATURE_REQUESTS',
      problem_statement: 'Teams cannot export a whole workspace with its attachments.',
    },
    theme: 'Export and portability',
    segment: null,
    initiative: null,
    projects: [],
  },
] as const
