//! The program as a process.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A service process on a free port of the loopback interface; killed when dropped.
pub struct Process {
    child: Child,
    stdout: BufReader<ChildStdout>,
    /// The line that it printed when it was ready.
    pub line: String,
}

/// The program with these arguments and without settings from the environment of the tests.
pub fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carcassonne-engine"));
    command.args(args).stdin(Stdio::null());
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("CARCASSONNE_")) {
        command.env_remove(name);
    }
    command
}

impl Process {
    /// Starts the program and waits until it serves.
    pub fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("it prints a line");
        Self { child, stdout, line }
    }

    /// The address that the line names.
    pub fn url(&self) -> String {
        self.line.trim_end().rsplit(' ').next().unwrap_or_default().to_owned()
    }

    /// Sends a signal, by its name without SIG.
    #[allow(dead_code)] // each test program uses its part of this module
    pub fn signal(&self, name: &str) {
        // The `kill` of the shell, as the program of that name is not everywhere.
        let status = Command::new("sh").args(["-c", &format!("kill -{name} {}", self.child.id())]).status();
        assert!(status.expect("a shell").success());
    }

    /// Its number.
    #[allow(dead_code)]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// What it logs, if that was asked for.
    #[allow(dead_code)]
    pub fn stderr(&mut self) -> std::process::ChildStderr {
        self.child.stderr.take().expect("stderr is piped")
    }

    /// Waits for the end at most so long. Returns the status and what it printed to stdout after its line.
    #[allow(dead_code)]
    pub fn wait(mut self, patience: Duration) -> Option<(ExitStatus, String)> {
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().expect("a child") {
                let mut rest = String::new();
                self.stdout.read_to_string(&mut rest).expect("text");
                return Some((status, rest));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
