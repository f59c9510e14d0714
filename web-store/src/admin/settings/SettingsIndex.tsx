import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { SectionNav } from '../shell/SectionNav.tsx'
import { useCurrentSection } from '../shell/use-current-section.ts'
import { type SettingsSectionId, settingsSections } from './settings-index.ts'

/** The way to each section of the settings; the address names the one that was gone to. */
export function SettingsIndex() {
  const { hash, search, key } = useLocation()
  const { current, go } = useCurrentSection<SettingsSectionId>('shop')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `go` is made anew with every drawing, a visit is what counts
  useEffect(() => {
    const asked = settingsSections.find(({ id }) => hash === `#section-${id}`)
    if (asked) go(asked.id)
  }, [hash, key])
  return (
    <SectionNav aria-label="Sections of the settings">
      <ol>
        {settingsSections.map(({ id, title }) => (
          <li key={id}>
            <Link to={{ search, hash: `#section-${id}` }} replace aria-current={id === current ? 'true' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </SectionNav>
  )
}
