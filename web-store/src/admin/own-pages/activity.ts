import { gone, plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'pages.create': plain('added the page'),
  'pages.update': ({ after }) => ({
    did: after?.publish === false ? 'saved a draft of the page' : 'published the page',
    whole: true,
  }),
  'pages.withdraw': plain('withdrew the page'),
  'pages.delete': gone('deleted the page'),
  'pages.restoreVersion': ({ after }) => ({ did: `restored version ${after?.version} of the page`, whole: true }),
}
