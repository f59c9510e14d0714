import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const may: FeatureScenes['may'] = { finance: /^books\.(?!saveReportMail$)/ }

const reports = { weekly: true, monthly: false, to: ['books@example.com'], language: 'hi' as const }

export const scenes: FeatureScenes['scenes'] = () => ({
  'books.saveReportMail': async () => ({
    path: '/admin/report_mail',
    body: reports,
    expected: { kind: 'settings', target_id: 'report_mail', after: { weekly: true, to: reports.to, language: 'hi' } },
  }),
})

export const elsewhere: FeatureScenes['elsewhere'] = ['books.closeMonth', 'books.importEinvoices']

export const ungenerated: FeatureScenes['ungenerated'] = ['books.importEinvoices']

const ofMonth = ['payoutLines', 'refunds', 'receipts', 'zoho', 'tally', 'gstSummary', 'month', 'bundle']

export const round: FeatureScenes['round'] = async () =>
  Object.fromEntries([
    ...ofMonth.map((name) => [`books.${name}`, { month: ['2026-10', '2026-11'] }]),
    ['books.saveReportMail', { weekly: [true, false], monthly: [false], to: [reports.to], language: ['en', 'mr'] }],
    // A closed month stays closed: each round closes another one.
    ['books.closeMonth', { month: Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}`) }],
  ])
