import type { DemoCourse } from '../demo-course.ts'
import { bioLinkInAnHour } from './bio-link-in-an-hour.ts'
import { hindiScriptVault } from './hindi-script-vault.ts'
import { localAdsMadeSimple } from './local-ads-made-simple.ts'
import { phoneVideoEditingMasterclass } from './phone-video-editing-masterclass.ts'
import { productPhotosOnYourPhone } from './product-photos-on-your-phone.ts'
import { reelsGrowthMegaBundle } from './reels-growth-mega-bundle.ts'
import { sellOnSocialCatalogueToCash } from './sell-on-social-catalogue-to-cash.ts'
import { socialMediaManagerToolkit } from './social-media-manager-toolkit.ts'
import { telegramChannelPlaybook } from './telegram-channel-playbook.ts'
import { thumbnailDesignLab } from './thumbnail-design-lab.ts'
import { voiceOverFromHome } from './voice-over-from-home.ts'
import { youtubeShortsStarterKit } from './youtube-shorts-starter-kit.ts'

/** The demo catalogue in order; the first four are on the home page. */
export const demoCourses: DemoCourse[] = [
  reelsGrowthMegaBundle,
  phoneVideoEditingMasterclass,
  youtubeShortsStarterKit,
  thumbnailDesignLab,
  sellOnSocialCatalogueToCash,
  hindiScriptVault,
  telegramChannelPlaybook,
  localAdsMadeSimple,
  socialMediaManagerToolkit,
  productPhotosOnYourPhone,
  voiceOverFromHome,
  bioLinkInAnHour,
]
