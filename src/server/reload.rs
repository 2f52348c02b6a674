//! Files that may change while the service runs: certificates, tokens, keys.

use std::path::PathBuf;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use super::telemetry::count_failed_reload;

/// What some files hold, as of the last time that they were looked at and made sense.
pub struct Reloaded<T>(Arc<RwLock<Arc<T>>>);

impl<T> Clone for Reloaded<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Send + Sync + 'static> Reloaded<T> {
    /// Reads the files now, and again whenever one of them has changed. What makes no sense then is logged, and what was
    /// known before stays.
    ///
    /// # Errors
    /// What is wrong with the files now.
    pub fn watch(
        paths: Vec<PathBuf>,
        every: Duration,
        read: impl Fn() -> Result<T, String> + Send + 'static,
    ) -> Result<Self, String> {
        // Contents and not dates: orchestrators exchange whole folders behind links.
        let contents = move || paths.iter().map(|path| std::fs::read(path).ok()).collect::<Vec<_>>();
        let mut seen = contents();
        let current = Self(Arc::new(RwLock::new(Arc::new(read()?))));
        let watched = Arc::downgrade(&current.0);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(every).await;
                let Some(current) = watched.upgrade() else { return };
                let now = contents();
                if now == seen {
                    continue;
                }
                seen = now;
                match read() {
                    Ok(new) => {
                        *current.write().unwrap_or_else(|poisoned| poisoned.into_inner()) = Arc::new(new);
                        tracing::info!("files of settings have changed and were read anew");
                    }
                    Err(error) => {
                        count_failed_reload();
                        tracing::error!("what was known before stays: {error}");
                    }
                }
            }
        });
        Ok(current)
    }

    /// What is known now.
    pub fn get(&self) -> Arc<T> {
        self.0.read().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }
}
