import { queryOptions, useQuery } from '@tanstack/react-query'
import { Settings } from 'contract/shop/settings'
import type { ComponentType } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Stack } from '../../ui/layout.tsx'
import { IconExternalLink } from '../../ui/secondary-icons.ts'
import { slot } from '../../ui/slot.tsx'
import { useEarlierDraft } from '../forms/editor-drafts.ts'
import { adminApi, adminClient, withETag } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { SectionNav } from '../shell/SectionNav.tsx'
import { tabPath } from '../tabs/tab-path.ts'
import { SettingsEditor, settingsDraft } from './SettingsEditor.tsx'
import { SettingsIndex } from './SettingsIndex.tsx'
import type { SettingsForm } from './settings-form.ts'
import { type SettingsSectionId, settingsPath, settingsSections } from './settings-index.ts'
import { settingsParts } from './settings-versions.ts'

/** Cards of other features, each below the section that they are about. */
export type SettingsPart = { default: ComponentType<{ section: SettingsSectionId }> }
const Parts = slot<{ section: SettingsSectionId }>(
  import.meta.glob<SettingsPart>('../*/SettingsPart.tsx', { eager: true }),
)

/** Reads the settings with their version, anew with every form. */
const settingsQuery = () =>
  queryOptions({
    queryKey: [...adminApi.settings.key(), 'edit'],
    queryFn: () => withETag((options) => adminClient.settings.get(undefined, options)),
    staleTime: 0,
    gcTime: 0,
  })

/** Reads the section from the address; one of an earlier release has it behind a `#`. */
function useSection(): SettingsSectionId {
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const named = search.get('section') ?? hash.replace('#section-', '')
  return settingsSections.find(({ id }) => id === named)?.id ?? 'shop'
}

/** Edits the texts and details of the shop, a section at a time; those of its own pages under the name of the page. */
export default function SettingsTab() {
  const section = useSection()
  const pages = settingsSections.filter(({ group }) => group === 'Pages')
  if (pages.some(({ id }) => id === section)) {
    return (
      <chakra.div maxW="880px" mx="auto" pb="var(--fixed-bar, 76px)">
        <PageHead section={section} />
        <SectionNav
          aria-label="Sections of the page"
          css={{ lg: { position: 'static', mb: '4', '& ol': { display: 'flex' } } }}
        >
          <ol>
            {pages.map(({ id, title }) => (
              <li key={id}>
                <Link to={settingsPath(id)} aria-current={id === section ? 'page' : undefined}>
                  {title}
                </Link>
              </li>
            ))}
          </ol>
        </SectionNav>
        <StoredSection key={section} section={section} />
      </chakra.div>
    )
  }
  return (
    <chakra.div maxW="1120px" mx="auto" pb="var(--fixed-bar, 76px)">
      <TabHead title="Settings" />
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: '220px minmax(0,1fr)' }}
        gap={{ base: '4', lg: '8' }}
        alignItems="start"
      >
        <SettingsIndex current={section} />
        <Stack minW="0" gap="6">
          <StoredSection key={section} section={section} />
          <Parts section={section} />
        </Stack>
      </chakra.div>
    </chakra.div>
  )
}

/** Heads the words of a page that the shop brings along, which own blocks may replace. */
function PageHead({ section }: { section: SettingsSectionId }) {
  const slug = section === 'about' ? 'about' : 'home'
  const title = settingsSections.find(({ id }) => id === section)?.title ?? ''
  const { openStorePage } = usePlatform()
  const pages = tabPath('pages')
  return (
    <TabHead title={title} {...(pages && { back: { to: pages, label: 'Pages' } })}>
      <Button variant="outline" onClick={() => openStorePage(paths[slug])}>
        <Icon of={IconExternalLink} />
        View page
      </Button>
      {pages && (
        <Button asChild variant="outline">
          <Link to={`${pages}&new=${slug}`}>Design it with blocks</Link>
        </Button>
      )}
    </TabHead>
  )
}

function StoredSection({ section }: { section: SettingsSectionId }) {
  const draft = useEarlierDraft<SettingsForm>(settingsDraft(section))
  const query = useQuery(settingsQuery())
  return (
    <Loaded
      query={draft === undefined ? { ...query, data: undefined } : query}
      failed="Failed to load settings"
      toasts
      height="100dvh"
    >
      {({ data, etag }) => {
        const settings = Settings.parse(data)
        const base = draft?.base as Settings | undefined
        // A save of another section since the draft began is no newer version of this one.
        const isPresent = base && settingsParts(section, { mine: base, theirs: settings, base }).length === 0
        return (
          <SettingsEditor
            section={section}
            settings={settings}
            etag={etag}
            draft={(draft && isPresent ? { ...draft, etag } : draft) ?? null}
          />
        )
      }}
    </Loaded>
  )
}
