import { Component, type ErrorInfo, type ReactNode } from 'react';
import { reportError } from '../../platform/errors.ts';
import { ErrorFallback } from './error-fallback.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** A new value gives the children another chance. */
  resetKey?: string;
}

interface ErrorBoundaryState {
  failed: boolean;
  error: unknown;
  componentStack: string | null;
}

const whole: ErrorBoundaryState = { failed: false, error: null, componentStack: null };

/** Shows the error view instead of children that fail to render, and reports the failure. A class, because React requires one. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state = whole;

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failed: true, error };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    this.setState({ componentStack: componentStack ?? null });
    reportError(error, { componentStack });
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (this.state.failed && previous.resetKey !== this.props.resetKey) this.setState(whole);
  }

  override render() {
    const { failed, error, componentStack } = this.state;
    return failed ? <ErrorFallback error={error} componentStack={componentStack} /> : this.props.children;
  }
}
