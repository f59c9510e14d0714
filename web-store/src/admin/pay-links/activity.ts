import { plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'payLinks.add': plain('made a pay link for'),
  'payLinks.resend': plain('sent again the pay link of'),
  'payLinks.cancel': plain('cancelled the pay link of'),
  'payLinks.saveSettings': plain('changed the settings of'),
}
