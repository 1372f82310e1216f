// The view controllers that the documentation uses. Written for this project from the public documentation; declares
// only what is used. Each declaration was checked in November 2026 as README.md describes.
LT_NONNULL_BEGIN
@interface UIViewController (LTLife)
- (void)viewDidLoad;
- (void)viewWillAppear:(BOOL)animated;
@property (nullable, nonatomic, copy) NSString *title;
@end
LT_UI @interface UITableViewController : UIViewController
- (instancetype)initWithStyle:(UITableViewStyle)style LT_DESIGNATED;
- (instancetype)initWithNibName:(nullable NSString *)nibNameOrNil bundle:(nullable NSBundle *)nibBundleOrNil LT_DESIGNATED;
- (nullable instancetype)initWithCoder:(NSCoder *)coder LT_DESIGNATED;
@property (null_resettable, nonatomic, strong) UITableView *tableView;
@end
LT_NONNULL_END
