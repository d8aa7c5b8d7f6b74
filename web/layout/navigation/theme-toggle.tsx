import { Moon, Sun } from 'lucide-react';
import { chooseTheme, useTheme } from '../../theme.ts';

export function ThemeToggle() {
  const dark = useTheme() === 'dark';
  const Icon = dark ? Sun : Moon;
  const label = dark ? 'Switch to the light theme' : 'Switch to the dark theme';
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square nav-entry"
      aria-label={label}
      title={label}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    >
      <Icon className="size-5" aria-hidden="true" />
    </button>
  );
}
