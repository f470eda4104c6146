//! Keeps what is running on disk, so that an input that never ends or that ends the process is not lost.

use std::fs::File;
use std::io::{Seek, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// An input that takes longer is a finding.
const LIMIT: Duration = Duration::from_secs(20);

/// Watches the runs of one target.
pub struct Watch {
    file: File,
    path: PathBuf,
    since: Instant,
    /// Milliseconds from `since` to the begin of the input that runs; 0 while none does.
    begun: Arc<AtomicU64>,
}

impl Watch {
    pub fn over(name: &str) -> Self {
        let folder = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
        let folder = PathBuf::from(folder).join("fuzz");
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(format!("{name}.input"));
        let watch =
            Watch { file: File::create(&path).unwrap(), path, since: Instant::now(), begun: Arc::default() };
        let (since, begun, shown) = (watch.since, Arc::downgrade(&watch.begun), watch.path.clone());
        std::thread::spawn(move || {
            while let Some(begun) = begun.upgrade().map(|begun| begun.load(Ordering::Relaxed)) {
                if begun > 0 && since.elapsed() > Duration::from_millis(begun) + LIMIT {
                    println!("An input takes longer than {LIMIT:?}; it is kept in {}", shown.display());
                    std::process::exit(1);
                }
                std::thread::sleep(Duration::from_millis(500));
            }
        });
        watch
    }

    /// Runs `target` with `input` on disk.
    pub fn during(&self, input: &[u8], target: impl FnOnce() -> bool) -> bool {
        self.keep(input);
        self.begun.store(self.since.elapsed().as_millis().max(1) as u64, Ordering::Relaxed);
        let held = target();
        self.begun.store(0, Ordering::Relaxed);
        held
    }

    /// Writes `input` to the target's file and returns its name.
    pub fn keep(&self, input: &[u8]) -> String {
        let mut file = &self.file;
        file.rewind().unwrap();
        file.write_all(input).unwrap();
        self.file.set_len(input.len() as u64).unwrap();
        self.path.display().to_string()
    }

    /// Leaves an input that took long beside the file.
    pub fn note_slow(&self, input: &[u8]) {
        std::fs::write(self.path.with_extension("slow"), input).unwrap();
    }
}
